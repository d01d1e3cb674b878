"""The command line, with a module for each subcommand."""
