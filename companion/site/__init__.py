"""The site: Flask at the edge. The application factory is `companion.site.app.create_app`."""
