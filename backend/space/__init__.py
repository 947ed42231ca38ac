"""Any labelled rows of vectors: how alike they are, who is near, how they are drawn. Pure, NumPy alone."""
