"""IR to canonical text; :mod:`mlcc.ir.printer` is the door."""
