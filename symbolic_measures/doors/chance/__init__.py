"""What a measure is by chance: its exact distribution under random predictions."""
