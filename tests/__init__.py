"""Tests, a package by name: a library may bring a package `tests` too, which would stand before a bare folder."""
