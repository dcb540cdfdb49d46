"""Derivations: prose, calculations and questions in order."""
