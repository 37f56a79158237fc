// What the browser's tests share: a server of the build under test, a browser,
// guests whose console must stay silent, and a report for tools/run-tests.
//
// A test file calls `test(name, what)` and at last `run()`; it is started as
//
//     node FILE BUILD [REPORT]
import { spawn, execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from
  "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { chromium } from "playwright-core";

export const build = process.argv[2] ?? "build/release";
const report = process.argv[3];
export const doxa = `${build}/doxa`;

/** For files of the tests, the server and the browser; it goes at the end. */
export const folder = mkdtempSync(`${tmpdir()}/doxa-web-`);
process.env.TMPDIR = folder;
process.on("exit", () => rmSync(folder,
  { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => process.exit(1));
}

const tests = [];
export function test(name, what) {
  tests.push({ name, what });
}

const servers = [];

/** A server on a free port; `seed` repeats its deals.  It must end well. */
export async function serve(...options) {
  const child = spawn(doxa, ["serve", "--port", "0", "--threads", "2",
    "--exempt", "127.0.0.1",
    ...(options.includes("--store") ? [] : ["--memory"]), ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let wrong = "";
  child.stderr.on("data", (d) => { wrong += d; });
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (d) => {
      said += d;
      const m = /http:\/\/[^\s]+/.exec(said);
      if (m) resolve(m[0]);
    });
    child.on("exit", (code) => reject(new Error(
      `doxa serve ended with ${code}: ${said}${wrong}`)));
  });
  child.removeAllListeners("exit");
  process.on("exit", () => child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) =>
    resolve(`${code ?? signal}`)));
  servers.push(async () => {
    child.kill("SIGTERM");
    const how = await ended;
    must(how === "0", `doxa serve ended with ${how}:\n${wrong}`);
  });
  return { address };
}

let browser;
async function theBrowser() {
  const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome"].find((p) => existsSync(p));
  browser ??= await chromium.launch({
    executablePath: path, args: ["--no-sandbox", "--disable-gpu"],
  });
  return browser;
}

/** Somebody at a browser of their own; whatever the console says is kept. */
export async function guest(options = {}) {
  const { width = 1280, height = 800, theme = "light", touch = false } = options;
  const context = await (await theBrowser()).newContext({
    viewport: { width, height }, colorScheme: theme, hasTouch: touch,
    isMobile: touch, reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120000); // out of reach, if it works
  const errors = [];
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") errors.push(m.text());
  });
  page.on("pageerror", (e) => errors.push(e.stack ?? e.message));
  page.errors = errors;
  return page;
}

export function must(is, words) {
  if (!is) throw new Error(words);
}

export function same(is, want, words) {
  const [a, b] = [JSON.stringify(is), JSON.stringify(want)];
  if (a !== b) throw new Error(`${words}: is ${a}, not ${b}`);
}

export async function silent(page) {
  same(page.errors, [], "the console");
}

/** What the board shows is of the newest event: the lens has answered, and no
 * other question that the page asked by itself is open. */
export async function settled(page) {
  await page.waitForSelector("main.board[aria-busy=false]");
  await page.waitForFunction(() => !document.querySelector(
    ".old, .thinbar, [aria-busy=true]"));
}

/** What `measure` finds once garbage is gone: the browser collects when it
 * likes, and not all at one asking, but what is kept stays however often it is
 * asked. */
export async function fallen(page, measure, below) {
  let found = await measure();
  for (let i = 0; i < 100 && found >= below; i++) {
    await page.waitForTimeout(100);
    found = await measure();
  }
  return found;
}

/** Something is held back until the test lets go. */
export function gate() {
  let go;
  const opened = new Promise((resolve) => { go = resolve; });
  return { opened, go };
}

/** Nothing scrolls sideways, neither the page nor a part of it. */
export async function narrowEnough(page, words = "") {
  const wide = await page.evaluate(() => [document.documentElement,
    ...document.querySelectorAll(".board, .lens, .lenses > div, .pictures, " +
      ".matrixbox, dialog")].filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map((e) => `${e.className || e.tagName} ${e.scrollWidth} in ${
      e.clientWidth}`));
  same(wide, [], `${words} too wide at ${page.viewportSize().width}`);
}

/** What `doxa` prints. */
export function say(...args) {
  try {
    return execFileSync(doxa, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  } catch (e) {
    if (e.stdout) return e.stdout;
    throw e;
  }
}

/** A table over HTTP; the guest then opens the link to a seat. */
export async function table(address, body) {
  const r = await fetch(`${address}api/tables`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const made = await r.json();
  must(made.id, `no table: ${JSON.stringify(made)}`);
  const link = (seat) => {
    const s = made.seats.find((x) => x.seat === seat);
    return `${address}#t=${made.id}&s=${seat}&k=${s.token}`;
  };
  return { ...made, link };
}

/** What went wrong, or nothing. */
async function attempt(what) {
  try {
    await what();
    return "";
  } catch (e) {
    return e.stack ?? String(e);
  }
}

export async function run() {
  if (report) writeFileSync(report, "");
  let failed = 0;
  const some = process.env.SOME; // a part of names, to try a few by hand
  const wanted = tests.filter(({ name }) => !some || name.includes(some));
  if (servers.length) {
    wanted.push({ name: `the server of ${basename(process.argv[1], ".mjs")} ` +
      "ends well",
      what: () => Promise.all(servers.map((stop) => stop())) });
  }
  for (const { name, what } of wanted) {
    const before = process.cpuUsage();
    let trouble = await attempt(what);
    // A browser on a busy machine is not one of our own: what fails is tried
    // once more, and both the trouble and the second try are told.
    let again = "";
    if (trouble) {
      console.log(`[  FAILED  ] ${name}\n${trouble}`);
      trouble = await attempt(what);
      again = trouble ? "" : " (at the second try)";
    }
    if (trouble) failed++;
    const used = process.cpuUsage(before);
    const ms = Math.round((used.user + used.system) / 1000);
    if (trouble) console.log(`[  FAILED  ] ${name}, again\n${trouble}`);
    else console.log(`passed: ${name}${again}`);
    if (report) {
      appendFileSync(report,
        `${trouble ? "failed" : "passed"} ${ms} ${name}${again}\n`);
    }
  }
  await browser?.close();
  process.exit(failed ? 1 : 0);
}
