"""The course: hands that teach Mus, each an acta that ships; what follows from an answer is played."""
