"""How people come in: the command line, Python functions, the pytest plug-in, publishing."""
