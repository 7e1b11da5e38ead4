"""Odds and advice in words, and finished games taken apart into luck and skill."""
