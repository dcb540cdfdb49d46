"""Random structural changes of real certificates; what is accepted is held against enumeration."""
