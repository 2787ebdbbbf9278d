"""A simulated phone camera: photographs of finished pages, read by three decoders."""
