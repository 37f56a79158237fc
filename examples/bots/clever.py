#!/usr/bin/env python3
# Collects in Kemps the rank it has most of; plays any other game at random.
import collections, json, random, sys

def say(**message):
    print(json.dumps(message), flush=True)

def follow(hand, event):
    """What an event about my own seat does to my hand."""
    if event["verb"] == "draw":
        hand.append(event["card"])
    elif event["verb"] == "swap":
        hand.remove(event["give"])
        hand.append(event["take"])
    elif event["verb"] == "done" and event["kemps"] != "no":
        hand[:] = [card for card in hand if card[:-1] != event["kemps"]]

def choose(hand, legal):
    """The swap that makes the largest set, if it makes a larger one."""
    have = collections.Counter(card[:-1] for card in hand)
    best, why = "done", "no swap makes a larger set"
    best_gain = 0
    for move in legal:
        if move == "done":
            continue
        _, take, give = move.split()
        rank, other = take[:-1], give[:-1]
        gain = have[rank] + 1 - have[other]
        if rank != other and have[rank] > 0 and gain > best_gain:
            best, best_gain = move, gain
            why = "then I have %d of rank %s" % (have[rank] + 1, rank)
    return best, why

game, me, hand = None, None, []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="clever.py")
    elif message["type"] == "start":
        game, me, hand = message["game"], message["seat"], []
    elif message["type"] == "see" and game == "kemps":
        if message["event"]["who"] == me:
            follow(hand, message["event"])
    elif message["type"] == "turn":
        legal = message["legal"]
        move, why = choose(hand, legal) if game == "kemps" else (None, None)
        if move not in legal:
            move, why = random.choice(legal), "at random"
        say(type="move", seq=message["seq"], move=move, why=why)
    elif message["type"] == "bye":
        break
