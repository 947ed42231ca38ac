"""The lesson's road: text -> ids -> contexts -> C[X] -> concatenation -> hidden -> logits -> names. Pure."""
