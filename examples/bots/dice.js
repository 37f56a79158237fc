#!/usr/bin/env node
// Plays any game at random.
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 1, name: "dice.js" });
  } else if (message.type === "turn") {
    const move = message.legal[Math.floor(Math.random() * message.legal.length)];
    say({ type: "move", seq: message.seq, move });
  } else if (message.type === "bye") {
    process.exit(0);
  }
});
