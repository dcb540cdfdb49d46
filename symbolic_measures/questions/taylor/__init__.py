"""Derivatives at independence."""
