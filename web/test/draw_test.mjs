// Models drawn by mouse and by keys: the text and the drawing stay one.
import { readFileSync } from "node:fs";
import { guest, must, narrowEnough, run, same, serve, silent, test } from
  "./lib.mjs";

const server = await serve();

const text = (page) => page.inputValue(".dx textarea");

/** The text, as soon as it has what is wanted. */
async function told(page, wanted) {
  await page.waitForFunction((w) => document.querySelector(".dx textarea")
    .value.includes(w), wanted);
}

async function sheet(options) {
  const page = await guest(options);
  await page.goto(`${server.address}#/logic`);
  await page.waitForSelector(".stepbar");
  await page.click("text=Draw by mouse and keys");
  await page.click("text=An empty sheet");
  await page.waitForSelector(".drawer:not(.old) .canvas");
  return page;
}

test("a model is drawn with keys alone, and every stroke is text", async () => {
  const page = await sheet();
  const key = (k) => page.keyboard.press(k);
  await page.focus(".tools .btn");
  await key("w");
  await page.keyboard.type("heads");
  await key("Enter");
  await told(page, "world w1: heads");
  await key("w");
  await key("Tab");
  await key("Control+A");
  await page.keyboard.type("tails");
  await key("Enter");
  await told(page, "world tails ");
  await key("Enter"); // chosen
  await key("ArrowLeft");
  await key("a");
  await told(page, "links ann: {w1 tails}");
  await key("b");
  await told(page, "links bob: {w1 tails}");
  await key("Control+z");
  await told(page, "links bob: {w1} {tails}");
  await key("Control+Shift+Z");
  await told(page, "links bob: {w1 tails}");
  await key("Shift+B"); // one way: no knowledge any more
  await told(page, "links bob: w1 -> {w1 tails}, tails -> tails");
  await key("Control+z");
  await key("r");
  await page.waitForFunction(() => !document.querySelector(".dx textarea")
    .value.includes("actual")); // no actual world
  await key("r");
  await told(page, "actual w1");
  await key("Shift+ArrowDown");
  await key("n");
  await key("Tab");
  await key("Control+A");
  await page.keyboard.type("heads_up");
  await key("Enter");
  await told(page, "actual heads_up");
  await key("ArrowRight");
  await key("Delete");
  await told(page, "links ann: {heads_up}");
  await key("Control+z");
  // The engine reads the same.
  await page.waitForSelector('.editor .pill:has-text("2 worlds")');
  await page.waitForSelector('.picture .worldname:has-text("heads_up")');
  await silent(page);
  await page.context().close();
});

test("a model is drawn by mouse, and what is typed is drawn", async () => {
  const page = await sheet();
  const at = async (name) => {
    const b = await page.locator(`.spot:has-text("${name}")`).boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const drag = async (from, to, shift) => {
    await page.mouse.move(...from);
    if (shift) await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(to[0] - 3, to[1] - 3, { steps: 4 });
    await page.mouse.move(...to);
    await page.mouse.up();
    if (shift) await page.keyboard.up("Shift");
  };
  for (const [x, facts] of [[90, "p"], [300, "p, q"], [520, ""]]) {
    await page.click(".canvas", { position: { x, y: 120 } });
    await page.keyboard.type(facts);
    await page.keyboard.press("Enter");
  }
  await told(page, "world w3 ");
  await page.click('.tools .btn:has-text("ann")');
  await drag(await at("w1"), await at("w2"));
  await told(page, "links ann: {w1 w2} {w3}");
  await page.click('.tools .btn:has-text("bob")');
  await drag(await at("w2"), await at("w3"), true);
  await told(page, "links bob: w1 -> w1, w2 -> {w2 w3}, w3 -> w3");
  await page.click('.tools .btn:has-text("World")');
  const [x, y] = await at("w3");
  await drag([x, y], [x, y + 80]);
  same(await page.locator(".canvas .spot").count(), 3, "moved, not added");
  await page.click('.tools .btn:has-text("Name, facts")');
  await page.click('.spot:has-text("w3")');
  await page.click('.spotform .btn:has-text("q")');
  await page.click('.spotform .btn:has-text("Done")');
  await told(page, "world w3: q ");
  await page.click('.tools .btn:has-text("Take away")');
  await page.click('.spot:has-text("w1")');
  await told(page, "links ann: {w2} {w3}");
  await page.click('.btn:has-text("Undo")');
  await told(page, "links ann: {w1 w2} {w3}");
  // What is typed is drawn; what is not drawn stays.
  await page.fill(".dx textarea", "agents ann, bob -- two\n\nworld near: p " +
    "-- where we are\nworld far\nlinks ann: {near far}\n" +
    "links bob: {near} {far}\n\n-- Ann does not know.\n" +
    "actual near\ntrue at far: ~K[ann] p\n");
  await page.waitForSelector('.spot:has-text("far")');
  await page.waitForSelector(".drawer:not(.old)");
  await page.click('.tools .btn:has-text("bob")');
  await drag(await at("near"), await at("far"));
  await told(page, "links bob: {near far}");
  const now = await text(page);
  for (const kept of ["agents ann, bob -- two", "-- Ann does not know.",
    "-- where we are", "links ann: {near far}"]) {
    must(now.includes(kept), `${kept} is gone from ${now}`);
  }
  await page.click('.tools .btn:has-text("Name, facts")');
  await page.click('.spot:has-text("far")');
  await page.fill(".spotform input.name", "yonder");
  await page.keyboard.press("Enter");
  await told(page, "true at yonder: ~K[ann] p");
  await page.setViewportSize({ width: 390, height: 800 });
  await narrowEnough(page, "drawing");
  await silent(page);
  await page.context().close();
});

test("worlds that variables give are written out, to draw in them", async () => {
  const page = await guest();
  await page.goto(`${server.address}#/logic`);
  await page.waitForSelector(".stepbar");
  await page.click("text=Draw by mouse and keys");
  await page.click("text=Write them out");
  await told(page, "world w8: muddy(1), muddy(2), muddy(3)");
  await page.waitForFunction(() => !document.querySelector(".stale"));
  same(await page.$$(".dxline .b-no").then((a) => a.length), 0,
    "every answer is as it was");
  same(await page.$$(".banner.bad").then((a) => a.length), 0, "mistakes");
  await silent(page);
  await page.context().close();
});

test("what happens is drawn beside before and after, and can be drawn in",
  async () => {
    const page = await guest();
    await page.goto(`${server.address}#/logic`);
    await page.waitForSelector(".stepbar");
    await page.selectOption("[aria-label=Examples]", "coin.dx");
    await page.click('.answer[aria-label*="after look, sees_heads"]');
    await page.waitForSelector('.happens .worldfacts:has-text("only if heads")');
    same(await page.$$(".happens .placed g > rect[rx='3']").then((a) =>
      a.length), 2, "events have square corners");
    await page.waitForSelector(
      '.picture:not(.happens) .worldname:has-text("none, sees_tails")');
    await page.fill(".dx textarea", "agents ann, bob\nvars heads: bool\n" +
      "sees ann, bob: nothing\nactual heads\n");
    await page.click("text=Draw by mouse and keys");
    await page.selectOption("[aria-label='What is drawn']", "+");
    await told(page, "events happens {");
    await page.waitForSelector(".drawer:not(.old) .spot");
    await page.focus(".spot");
    const key = (k) => page.keyboard.press(k);
    await key("n");
    await page.keyboard.type("pre heads");
    await key("Enter");
    await key("e");
    await page.keyboard.type("pre ~heads");
    await key("Enter");
    await told(page, "event e2 pre ~heads");
    await key("Enter");
    await key("ArrowLeft");
    await key("b");
    await told(page, "bob: {e1 e2}");
    await page.selectOption("[aria-label='Add an event']", "happens, e1");
    await told(page, "after happens, e1: count true");
    await page.waitForSelector('.happens .worldfacts:has-text("only if ~heads")');
    await silent(page);
    await page.context().close();
  });

test("a counterexample has the names that let gives, and opens them",
  async () => {
    const page = await guest();
    await page.goto(`${server.address}#/logic`);
    await page.click('.answer[aria-label*="K[1] K[2] K[3] someone"]');
    await page.waitForSelector('.chain .named summary:has-text("someone")');
    await page.click(".chain .named summary");
    await page.waitForSelector(
      '.chain .named[open] code:has-text("exists i in 1..3: muddy(i)")');
    await silent(page);
    await page.context().close();
  });

test("pictures come as SVG, PNG, TikZ and DOT", async () => {
  const page = await guest();
  await page.goto(`${server.address}#/logic`);
  await page.selectOption("[aria-label=Examples]", "coin.dx");
  await page.click('.answer[aria-label*="after watched, yes: K[bob]"]');
  await page.waitForSelector(".happens .placed");
  const begins = { svg: "<?xml", png: "\x89PNG", tikz: "\\documentclass",
    dot: "digraph" };
  for (const event of ["", " event"]) {
    for (const [format, first] of Object.entries(begins)) {
      const [got] = await Promise.all([page.waitForEvent("download"),
        page.selectOption("select[aria-label=Picture]", format + event)]);
      const file = readFileSync(await got.path(), "latin1");
      must(file.startsWith(first) || (format === "svg" &&
        file.startsWith("<svg")), `${format}${event}: ${file.slice(0, 40)}`);
      same(got.suggestedFilename(), `${event ? "event" : "model"}.${
        format === "tikz" ? "tex" : format}`, "name");
    }
  }
  await silent(page);
  await page.context().close();
});

/** What lies on what in the pictures of the page, in pixels of the drawing. */
function faults() {
  const out = [];
  for (const svg of document.querySelectorAll("svg.placed")) {
    const boxes = [...svg.querySelectorAll(":scope > g[transform]")].map((g) => {
      const [x, y] = g.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      const r = g.querySelector("rect:not(.litworld)");
      const [w, h] = ["width", "height"].map((k) => Number(r.getAttribute(k)));
      const name = g.querySelector("text").textContent;
      for (const t of g.querySelectorAll("text")) {
        if (t.getBBox().width > w - 4) out.push(`${t.textContent} is cut`);
      }
      return { name, x0: x - w / 2, x1: x + w / 2, y0: y - h / 2,
        y1: y + h / 2 };
    });
    boxes.forEach((a, i) => boxes.slice(0, i).forEach((b) => {
      const dx = Math.max(0, Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1));
      const dy = Math.max(0, Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1));
      if (Math.hypot(dx, dy) < 7.9) out.push(`${a.name} is at ${b.name}`);
    }));
    for (const path of svg.querySelectorAll(
      ":scope > g:not([transform]) > path[stroke]")) {
      const far = path.getTotalLength();
      // The two that it joins are those nearest to its ends.
      const gap = (p, b) => Math.hypot(Math.max(b.x0 - p.x, p.x - b.x1, 0),
        Math.max(b.y0 - p.y, p.y - b.y1, 0));
      const near = (p) => boxes.reduce((m, b) => gap(p, b) < gap(p, m) ? b : m);
      const ends = [near(path.getPointAtLength(0)),
        near(path.getPointAtLength(far))];
      for (let i = 0; i <= 60; i++) {
        const p = path.getPointAtLength((far * i) / 60);
        for (const b of boxes) {
          if (!ends.includes(b) && p.x > b.x0 + 1 && p.x < b.x1 - 1 &&
            p.y > b.y0 + 1 && p.y < b.y1 - 1) {
            out.push(`a line lies on ${b.name}`);
          }
        }
      }
    }
  }
  return [...new Set(out)];
}

test("nothing lies on anything in the examples as the page draws them",
  async () => {
    const page = await guest();
    await page.goto(`${server.address}#/logic`);
    await page.waitForSelector(".stepbar");
    const all = await page.$$eval("[aria-label=Examples] option", (o) =>
      o.map((x) => x.value).filter(Boolean));
    let pictures = 0;
    for (const name of process.env.LONG ? all : ["sally-anne.dx"]) {
      await page.selectOption("[aria-label=Examples]", name);
      await page.waitForSelector(`.tabletitle:has-text("${name}")`);
      const still = () => page.waitForFunction(() =>
        !document.querySelector(".stale"));
      await still();
      const lines = await page.$$eval(".dxline .answer", (a) =>
        a.map((x) => x.getAttribute("aria-label")));
      const seen = new Set();
      for (const [i, label] of lines.entries()) {
        const updates = /: \w+ after (.*?): /.exec(label)?.[1];
        if (!updates || seen.has(updates)) continue;
        seen.add(updates);
        await page.click(`.dxline .answer >> nth=${i}`);
        await still();
        const steps = await page.$$(".stepbar [aria-label^=after]");
        for (let k = 0; k < steps.length; k++) {
          await page.click(`.stepbar [aria-label^=after] >> nth=${k}`);
          await still();
          await page.waitForLoadState("networkidle");
          same(await page.evaluate(faults), [], `${name}, ${label}, step ${k}`);
          pictures += await page.locator("svg.placed").count();
        }
      }
    }
    must(pictures > 5, `only ${pictures} pictures were drawn`);
    await silent(page);
    await page.context().close();
  });

await run();
