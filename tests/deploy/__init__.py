"""What an operator installs beside the program."""
