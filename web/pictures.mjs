// Makes the pictures of the README anew from the program: a table under the
// lens, and an answer in words.  `make pictures` calls it as
//
//     node web/pictures.mjs BUILD
import { copyFileSync, mkdirSync } from "node:fs";
import { folder, guest, run, serve, settled, silent, test } from
  "./test/lib.mjs";

const out = new URL("../docs/pictures/", import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const server = await serve("--seed", "1");

async function keep(page, name) {
  await silent(page);
  await page.screenshot({ path: `${folder}/${name}` });
  copyFileSync(`${folder}/${name}`, out + name);
  await page.context().close();
}

test("a table under the lens", async () => {
  const page = await guest({ width: 1280, height: 800 });
  await page.goto(`${server.address}#/r/lesson-hanabi?turn=9&seat=1`);
  await settled(page);
  await keep(page, "table.png");
});

test("an answer in words", async () => {
  const page = await guest({ width: 1280, height: 800 });
  await page.goto(`${server.address}#/learn/hanabi?step=5`);
  await settled(page);
  await page.keyboard.press("l");
  await page.click('button[role=tab]:has-text("Ask")');
  await page.selectOption('.builder [aria-label="Fact"]', "playable");
  await page.click('[data-place="holds(2,4)"]');
  await page.click(".formula .btn.main");
  await page.waitForSelector(".verdict");
  await settled(page);
  await keep(page, "ask.png");
});

await run();
