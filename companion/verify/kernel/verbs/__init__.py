"""The verbs of the effect language in the kernel: one module each, found by `registry`."""
