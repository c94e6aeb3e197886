"""The laboratory as a static site: JupyterLite in a browser, no server and no Python installed."""
