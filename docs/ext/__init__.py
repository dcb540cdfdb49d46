"""What the site adds to Sphinx; `ext.site` is the extension."""
