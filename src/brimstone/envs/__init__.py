"""The games for whoever studies them with the usual tools: PettingZoo, Gymnasium, OpenSpiel. Prose: docs/lab.md"""
