"""What the site shows, as bytes: pages, their parts and the files they load. Knows nothing of requests."""
