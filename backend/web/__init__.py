"""HTTP: the routes, their schemas and the one shape of an error."""
