// Belief bases on the page: written, asked, expanded, revised, explained.
import { guest, must, run, same, serve, silent, test } from "./lib.mjs";

const { address: at } = await serve();

const small = "agent m\ncore bird -> animal\nbelieves bird\n" +
  "infers bird -> flies\nask implicit[m] flies\nsat explicit[m] flies\n";

async function opened(text) {
  const page = await guest();
  await page.goto(`${at}#/base`);
  await page.waitForSelector(".logicpage:not(.stale) .badge");
  if (text) {
    await page.fill(".dx textarea", text);
    await page.waitForSelector(".logicpage.stale");
    await page.waitForSelector(".logicpage:not(.stale)");
  }
  return page;
}

const badges = (page) => page.$$eval(".badge", (all) =>
  all.map((b) => b.textContent).join());

test("a base that is typed is answered at its lines, with reasons", async () => {
  const page = await opened(small);
  same(await badges(page), "yes,sat", "answers");
  await page.click(".answer >> nth=0");
  await page.waitForSelector(".chain:has-text('It follows from these')");
  same(await page.$$eval(".chain .beliefs code", (all) =>
    all.map((c) => c.textContent).join("; ")), "bird; bird -> flies", "why");
  await page.click(".answer >> nth=1");
  await page.waitForSelector(".chain:has-text('False in this one')");
  await page.fill(".dx textarea", "believes p &\n");
  await page.waitForSelector(".dx .banner.bad");
  await silent(page);
  await page.context().close();
});

test("a base is expanded, revised and asked by hand", async () => {
  const page = await opened(small);
  const act = async (formula, button) => {
    await page.fill("[data-formula]", formula);
    await page.click(`.byhand .btn:has-text("${button}")`);
  };
  await act("animal & flies", "follow");
  await page.waitForSelector(".byhand .verdict.v-yes");
  await act("~flies", "Revise");
  await page.waitForSelector(".basesteps li:has-text('gave up')");
  must((await page.textContent(".basesteps")).includes("bird -> flies"),
    "what was inferred goes");
  await act("flies", "follow");
  await page.waitForSelector(".byhand .verdict.v-no");
  await act("~animal & bird", "Revise");
  await page.waitForSelector(".byhand [role=alert]:has-text('refuses')");
  same((await page.$$(".basesteps li")).length, 1, "nothing has changed");
  await act("~bird", "Expand");
  await page.waitForSelector(".basesteps li:has-text('believes everything')");
  await page.click("text=Take back");
  await page.waitForFunction(() =>
    document.querySelectorAll(".basesteps li").length === 1);
  await page.click("text=Write into the text");
  await page.waitForFunction(() =>
    document.querySelectorAll(".badge").length === 3);
  must((await page.inputValue(".dx textarea")).includes(
    "after *(~flies): ask ~implicit[m] false"), "as a question");
  await act("p &", "Expand");
  await page.waitForSelector(".byhand [role=alert]");
  await silent(page);
  await page.context().close();
});

test("every example of a base is answered; a plan is shown; a link holds it",
  async () => {
    const page = await opened();
    await page.waitForSelector("select[aria-label=Examples] option[value]",
      { state: "attached" });
    await page.waitForFunction(() => document.querySelectorAll(
      "select[aria-label=Examples] option").length > 4);
    const names = await page.$$eval("select[aria-label=Examples] option",
      (all) => all.map((o) => o.value).filter(Boolean));
    must(names.length > 4 && names.every((n) => n.endsWith(".dxb")),
      names.join());
    for (const name of names) {
      await Promise.all([page.waitForResponse((r) =>
        r.url().endsWith("api/belief") && r.status() === 200),
      page.selectOption("select[aria-label=Examples]", name)]);
      await page.waitForSelector(`.top b:text-is("${name}")`,
        { state: "attached" });
      await page.waitForSelector(".logicpage:not(.stale) .badge");
      must(!await page.$(".dx .banner.bad"), `${name} has a mistake`);
      must(!await page.$(".badge.b-no:has-text('✗')"), `${name} is wrong`);
    }
    await page.selectOption("select[aria-label=Examples]", "plan.dxb");
    await page.waitForSelector(".chain:has-text('A plan of 3.') ol li");
    await page.click("text=Copy link");
    await page.waitForFunction(() => location.hash.startsWith("#/base?m="));
    const other = await guest();
    await other.goto(page.url());
    await other.waitForSelector(".logicpage:not(.stale) .badge");
    same(await other.inputValue(".dx textarea"),
      await page.inputValue(".dx textarea"), "the link holds the base");
    await other.click("nav >> text=Models");
    await other.waitForSelector(".kripke");
    await silent(page);
    await silent(other);
    await page.context().close();
    await other.context().close();
  });

await run();
