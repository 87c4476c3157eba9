"""Numba kernels: arithmetic on typed arrays and nothing else."""
