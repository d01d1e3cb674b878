"""The rules of Mus as a library: pure, nothing but the standard library; `engine` is where to begin."""
