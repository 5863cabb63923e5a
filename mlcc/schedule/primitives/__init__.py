"""The primitives, one file each; see :func:`mlcc.schedule.primitive_table`."""
