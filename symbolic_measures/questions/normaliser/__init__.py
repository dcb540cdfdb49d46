"""The conditions of Theorem 3 of gosgens2021."""
