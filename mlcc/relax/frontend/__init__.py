"""Front ends under TVM's names; the importers themselves are above this layer."""
