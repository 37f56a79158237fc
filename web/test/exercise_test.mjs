// Exercises on the page: marked by the engine, kept in the link.
import { guest, must, narrowEnough, run, same, serve, silent, test } from
  "./lib.mjs";

const server = await serve();

test("an answer is marked condition by condition, and the link keeps it",
  async () => {
    const page = await guest();
    await page.goto(`${server.address}#/exercise/2-news`);
    await page.waitForSelector(".answer-field");
    same(await page.$$(".tasklist .task").then((a) => a.length), 5, "tasks");
    await page.click(".tasklist .task >> nth=2");
    await page.fill(".answer-field", "a & b");
    await page.click('.btn:has-text("Mark it")');
    await page.waitForSelector(".marks .b-no");
    must(/Not yet/.test(await page.textContent(".marks")), "no");
    await page.click('.link:has-text("a hint")');
    await page.waitForSelector("text=Father's sentence");
    await page.fill(".answer-field", "a | b");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector('.marks:has-text("Right.")');
    await page.waitForFunction(() => /a=/.test(location.hash));
    await page.waitForSelector('.picture:has-text("After") .placed');
    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForSelector(".tasklist h2:has-text('1 of 5')");
    await page.click(".tasklist .task >> nth=2");
    same(await page.inputValue(".answer-field"), "a | b", "the own answer");
    await page.fill(".answer-field", "a & &");
    await page.click('.btn:has-text("Mark it")');
    await page.waitForSelector(".banner.bad");
    await page.setViewportSize({ width: 390, height: 800 });
    await narrowEnough(page, "exercises");
    // The line that the browser writes for a request that was refused.
    same(page.errors.filter((e) => !/status of 400/.test(e)), [], "console");
    await page.context().close();
  });

test("a sheet that cannot be read says where", async () => {
  const r = await fetch(`${server.address}api/exercise`, { method: "POST",
    body: JSON.stringify({ text: "sheet \"x\"\ntask \"y\"\n  find nothing" }) });
  const { error } = await r.json();
  same([r.status, error.line], [400, 3], JSON.stringify(error));
});

await run();
