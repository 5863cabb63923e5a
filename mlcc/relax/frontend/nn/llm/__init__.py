"""Parts of language models: paged caches of keys and values, and positions as rotations."""
