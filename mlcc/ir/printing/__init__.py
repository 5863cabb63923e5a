"""IR to canonical text; the entry point is :mod:`mlcc.ir.printer`."""
