"""`python -m mlcc`: the same as the `mlcc` command."""

from mlcc.cli import main

if __name__ == "__main__":
    main()
