// The page in the repository is what its sources make: types fit, and building
// again gives the same bytes.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { folder, must, run, same, test } from "./lib.mjs";

const web = new URL("../", import.meta.url).pathname;

test("the types of the page fit", () => {
  execFileSync(`${web}node_modules/.bin/tsc`, ["--noEmit", "-p", web],
    { stdio: "inherit" });
});

test("building the page again gives the bytes of web/dist", () => {
  const out = folder();
  execFileSync("node", [`${web}build.mjs`], { env: { ...process.env, OUT: out },
    stdio: "inherit" });
  same(readdirSync(out).sort(), readdirSync(`${web}dist`).sort(), "files");
  for (const f of readdirSync(out)) {
    must(readFileSync(`${out}/${f}`).equals(readFileSync(`${web}dist/${f}`)),
      `web/dist/${f} is not what the sources make: npm run build --prefix web`);
  }
});

test("the list of packages names no place to get them from", () => {
  const lock = JSON.parse(readFileSync(`${web}package-lock.json`, "utf8"));
  same(Object.entries(lock.packages).filter(([, p]) => p.resolved)
    .map(([n]) => n), [], "resolved");
});

test("no file of the page is over 800 lines", () => {
  const walk = (dir) => readdirSync(dir, { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? walk(`${dir}/${e.name}`)
      : [`${dir}/${e.name}`]));
  for (const f of walk(`${web}src`)) {
    const lines = readFileSync(f, "utf8").split("\n");
    must(lines.length <= 800, `${f} has ${lines.length} lines`);
    if (/\.tsx?$/.test(f)) {
      must(lines[0].startsWith("//"), `${f} says what it is and why`);
    }
  }
});

await run();
