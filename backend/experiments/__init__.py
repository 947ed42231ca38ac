"""What a reader can try on the lesson's own tensors: each file takes a question and answers it by really doing it."""
