"""Training of the tables of `muslari`, in a kernel of Mus in C."""
