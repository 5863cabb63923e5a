"""What is linked into an artefact, and what loads one."""
