// Builds the page: one script, one style sheet, one document, in dist/.  The
// bytes depend on the sources and on the versions in package-lock.json only,
// so that a test can build again and compare.
import { build, context } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const here = new URL(".", import.meta.url).pathname;
const out = process.env.OUT ?? `${here}dist`;
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
};

await mkdir(out, { recursive: true });
await copyFile(`${here}src/index.html`, `${out}/index.html`);
await copyFile(`${here}src/icon.svg`, `${out}/icon.svg`);
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  await build(options);
}
