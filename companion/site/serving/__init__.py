"""What serves the application: the HTTP server, the response cache, logs, counting, reloading."""
