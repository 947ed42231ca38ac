"""The command line: `arguments` declares, one file a command runs."""
