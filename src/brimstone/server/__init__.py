"""The table server: tables for people, bots and spectators. Prose: docs/protocol.md"""
