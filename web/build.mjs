// Builds the page: one script, one style sheet, one document, in dist/.  The
// bytes depend on the sources and on the versions in package-lock.json only,
// so that a test can build again and compare.
//
//     node build.mjs [--watch]
//     node build.mjs --site FOLDER EXAMPLES
//
// The second is the site without a server (tools/site): the page with src/site in
// place of the server, in a folder that has the engine, games.json and lessons.
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from
  "node:fs/promises";

const here = new URL(".", import.meta.url).pathname;
const alone = process.argv[2] === "--site";
const out = alone ? process.argv[3] : process.env.OUT ?? `${here}dist`;
const options = {
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", style: "src/style/all.css" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  banner: {
    js: "/* doxa, MIT licence. With Preact, MIT, (c) 2015 Jason Miller. */",
  },
  plugins: alone ? [{ name: "alone", setup: (b) => b.onResolve(
    { filter: /\/wire$/ }, (args) => args.importer.includes("/src/site/wire")
      ? null : { path: `${here}src/site/wire.ts` }) }] : [],
};

/** What a server would say of itself: lessons, puzzles and examples. */
async function lists(examples) {
  const games = JSON.parse(await readFile(`${out}/games.json`, "utf8"));
  const lessons = await readdir(`${out}/lessons`);
  games.lessons = games.games.map((g) => g.name)
    .filter((name) => lessons.includes(`${name}.json`));
  games.puzzles = lessons.filter((f) => /^puzzle-.*\.json$/.test(f)).length;
  await writeFile(`${out}/games.json`, JSON.stringify(games));
  const all = [];
  for (const [folder, end] of [["logic", ".dx"], ["belief", ".dxb"],
    ["course", ".sheet"]]) {
    const names = (await readdir(`${examples}/${folder}`)).sort();
    for (const name of names.filter((n) => n.endsWith(end))) {
      all.push({ name, text: await readFile(`${examples}/${folder}/${name}`,
        "utf8") });
    }
  }
  await writeFile(`${out}/examples.json`, JSON.stringify({ examples: all }));
}

/** Every file of the site, and one number of all of them. */
async function offline() {
  const all = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((f) => f.isFile() && f.name !== "sw.js")
    .map((f) => `${f.parentPath ?? f.path}/${f.name}`).sort();
  const hash = createHash("sha256");
  for (const file of all) hash.update(await readFile(file));
  const files = ["./", ...all.map((f) => f.slice(out.length + 1))];
  const text = await readFile(`${here}src/site/sw.js`, "utf8");
  await writeFile(`${out}/sw.js`, `const VERSION = "${
    hash.digest("hex").slice(0, 16)}", FILES = ${JSON.stringify(files)};\n${
    text}`);
}

await mkdir(out, { recursive: true });
await copyFile(`${here}src/index.html`, `${out}/index.html`);
await copyFile(`${here}src/icon.svg`, `${out}/icon.svg`);
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  await build(options);
}
if (alone) {
  await copyFile(`${here}src/site/worker.js`, `${out}/worker.js`);
  await lists(process.argv[4]);
  await offline();
}
