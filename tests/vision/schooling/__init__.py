"""The school of the pip readers, tested."""
