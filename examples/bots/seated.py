# A bot that sits down at a table of a server (doxa serve --tcp PORT) and plays
# at random.  usage: python3 seated.py HOST PORT TABLE TOKEN
import json, random, socket, sys
host, port, table, token = sys.argv[1:]
wire = socket.create_connection((host, int(port))).makefile("rw")
def say(**message): print(json.dumps(message), file=wire, flush=True)
say(type="hello", protocol=1, name="seated.py")
say(type="join", table=table, token=token)
for line in wire:
    message = json.loads(line)
    if message["type"] == "turn":
        say(type="move", seq=message["seq"], move=random.choice(message["legal"]))
    elif message["type"] == "bye":
        break
