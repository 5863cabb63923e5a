"""Front ends that turn other formats into graph functions."""
