"""Printed tables of marks."""
