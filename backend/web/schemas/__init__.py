"""What goes over the wire: one file a resource. Limits, meanings and examples stand here, and OpenAPI shows them."""
