"""Tests, a package by name: some libraries bring a package `tests` of their own, which would stand before a bare folder."""
