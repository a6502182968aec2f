"""A tokenizer playground: see tokens, train tokenizers, compare them."""
