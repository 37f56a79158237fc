#!/usr/bin/env node
// Collects in Kemps the rank it has most of; plays any other game at random.
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const rank = (card) => card.slice(0, -1);
let game, me, hand;

// What an event about my own seat does to my hand.
function follow(event) {
  if (event.verb === "draw") hand.push(event.card);
  if (event.verb === "swap") hand[hand.indexOf(event.give)] = event.take;
  if (event.verb === "done") hand = hand.filter((card) => rank(card) !== event.kemps);
}

// The swap that makes the largest set, if it makes a larger one.
function choose(legal) {
  const have = (card) => hand.filter((own) => rank(own) === rank(card)).length;
  let best = { move: "done", why: "no swap makes a larger set" }, bestGain = 0;
  for (const move of legal) {
    const [verb, take, give] = move.split(" ");
    if (verb !== "swap" || rank(take) === rank(give)) continue;
    const gain = have(take) + 1 - have(give);
    if (have(take) > 0 && gain > bestGain) {
      best = { move, why: `then I have ${have(take) + 1} of rank ${rank(take)}` };
      bestGain = gain;
    }
  }
  return best;
}

function answer({ seq, legal }) {
  let { move, why } = game === "kemps" ? choose(legal) : {};
  if (!legal.includes(move)) {
    move = legal[Math.floor(Math.random() * legal.length)];
    why = "at random";
  }
  say({ type: "move", seq, move, why });
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      return say({ type: "hello", protocol: 1, name: "clever.js" });
    case "start":
      return ([game, me, hand] = [message.game, message.seat, []]);
    case "see":
      return game === "kemps" && message.event.who === me && follow(message.event);
    case "turn":
      return answer(message);
    case "bye":
      return process.exit(0);
  }
});
