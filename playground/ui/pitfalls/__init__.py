"""The experiments of the Pitfalls page: each module asks for its inputs and shows one pitfall."""
