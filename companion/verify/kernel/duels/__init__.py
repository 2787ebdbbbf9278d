"""The kinds of duel in the kernel: one module each, found by `registry`."""
