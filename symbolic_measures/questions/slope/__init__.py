"""Derivatives for every number of classes."""
