#!/usr/bin/env python3
# Plays any game at random.  (A file random.py would hide Python's own.)
import json, random, sys

def say(**message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="dice.py")
    elif message["type"] == "turn":
        say(type="move", seq=message["seq"], move=random.choice(message["legal"]))
    elif message["type"] == "bye":
        break
