"""The trusted part: exact values, the rules of proof, and the checker that replays them.

Nothing here searches.  A verdict `proved` or `refuted` rests on these files and on
python-flint's integer, rational, polynomial and ball arithmetic; on nothing else.
"""
