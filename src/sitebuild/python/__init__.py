"""What the browser runs: Pyodide, NumPy, this package, an image of their memory."""
