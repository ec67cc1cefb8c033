import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/paths";
import { aBuyer, BUYER_PASSWORD, buy, type ServedService } from "../support/apiBuyer";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import {
  aCustomer,
  CARDS,
  fillBilling,
  newPerson,
  paidOrder,
  payWith,
  quantityOf,
  seeded,
  signedIn,
} from "../support/scriptFreeSteps";

const TARGET = "https://client.example.com/offer";

let portal: RunningPortal;
let office: ScriptFreeBrowser;
beforeAll(async () => {
  portal = await startPortal();
  office = await seeded(portal, "superadmin");
}, 240_000);
afterAll(() => portal?.remove());

let serial = 0;

async function call(path: string, body: object) {
  // The clock moves past the end of a token.
  const { jwtToken: bearer } = await portal.tokens("superadmin@example.com");
  const answer = await portal.api("POST", path, { bearer, body });
  expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
  return answer.json;
}

/** A hidden service that sells tracked links. Prices in dollars. */
async function aTrackedService(packages: { name: string; price: number; [terms: string]: unknown }[]) {
  const detail = { name: `Links ${++serial}`, paymentTypes: ["DIRECT"], visibility: false };
  const { _id: serviceId } = await call("/service/serviceDetail", detail);
  const ids: string[] = [];
  for (const one of packages)
    ids.push((await call("/service/serviceOption", { serviceId, tracked: true, ...one })).serviceOptionId);
  return { serviceId: serviceId as string, packageId: ids[0]! };
}

/** A new client with a paid order of `count` links, and their browser. */
async function soldLinks(count: number, terms: object) {
  const { serviceId, packageId } = await aTrackedService([{ name: "Link", price: 100, ...terms }]);
  const client = newPerson();
  const { _id: clientId } = await call("/user/signUp", client);
  const { now } = await portal.control.clock();
  const order = await call("/order/manual", {
    clientId,
    serviceId,
    packageCounts: [{ packageId, count }],
    paidDate: now.slice(0, 10),
    transactionDetails: "Wire",
    totalPrice: count * 100,
  });
  return { id: order._id as string, number: String(order.orderId), browser: await signedIn(portal, client) };
}

const openTab = async (browser: ScriptFreeBrowser, id: string) =>
  await (await browser.open(paths.order(id))).within("Order", "nav").follow("Placements");
const states = (page: ScriptFreePage, state: string) =>
  page.rows("Placements").filter((cells) => cells.includes(state)).length;

/** Staff paste a list of sites or live addresses and apply it. */
async function pasteList(id: string, button: string, lines: readonly string[], apply: string) {
  let page = await (await openTab(office, id)).press(button);
  page = await page.fill("List", lines.join("\n")).press("Preview");
  return await page.press(apply);
}

test("links are pasted with mistakes, proposed, answered and go live", async () => {
  const { id, number, browser } = await soldLinks(3, { approveSite: true });
  let page = await openTab(browser, id);
  expect(page.headings()).toContain("0 of 3 ready");
  const row = (n: number) => `https://client.example.com/page-${n}\tanchor ${n}\tClient ${n}`;
  page = await page.follow("Paste rows");
  page = await page
    .fill("Rows", [row(1), "not an address at all\tanchor 2", "http://127.0.0.1/admin\tanchor 3"].join("\n"))
    .press("Preview");
  expect(page.text).toMatch(/Row 2: not a web address.*Row 3: not a web address/);
  expect([page.buttons.includes("Apply 1 of 3"), page.value("Rows").includes("not an address at all")]).toEqual([
    true,
    true,
  ]);
  page = await page.fill("Rows", [1, 2, 3].map(row).join("\n")).press("Preview");
  page = await page.press("Apply 3 of 3");
  expect([page.headings().includes("3 of 3 ready"), states(page, "Ready")]).toEqual([true, 3]);

  const sites = [1, 2, 3].map((n) => `site${n}.example\t5${n}\t40\t12k`);
  await pasteList(id, "Propose sites", sites, "Propose 3 of 3");
  expect(states(await openTab(office, id), "Site to approve")).toBe(3);
  const link = (n: number) => `${number}-0${n}`;
  for (const n of [1, 2]) {
    page = await (await openTab(browser, id)).follow(link(n));
    page = await page.press("Accept");
    expect(page.text).toContain("In progress");
  }
  page = await (await openTab(browser, id)).follow(link(3));
  page = await page.press("Decline");
  expect(page.error("Reason")).toContain("Tell us what to change");
  page = await page.fill("Reason", "Not our topic").press("Decline");
  expect(page.text).toContain("Ready");
  await pasteList(id, "Propose sites", ["better3.example\t60"], "Propose 1 of 1");
  await (await (await openTab(browser, id)).follow(link(3))).press("Accept");
  const live = [1, 2, 3].map((n) => `${link(n)}\thttps://${n < 3 ? "site" : "better"}${n}.example/post`);
  await pasteList(id, "Mark live", live, "Mark live 3 of 3");
  expect(states(await openTab(office, id), "Live")).toBe(3);
  expect((await browser.open("/links")).text).toContain(link(3));
});

test("one page for three links leaves two to fill in", async () => {
  const { id, number, browser } = await soldLinks(3, {});
  let page = await (await openTab(browser, id)).follow(`${number}-01`);
  page = await page.fill("Target URL", "https://client.example.com/only").press("Save");
  expect(page.toasts).toEqual(["Link saved"]);
  page = await browser.open(paths.order(id));
  expect([page.has("Inputs Required"), page.has("2 links still need a page")]).toEqual([true, true]);
});

test("a list is checked, ordered and becomes the order's links", async () => {
  const { serviceId } = await aTrackedService([
    { name: "DA 30+", price: 90, discountItems: [{ count: 10, percent: 10 }] },
    { name: "DA 50+", price: 150 },
  ]);
  const site = "https://listed.example.com";
  await portal.control.webPage({ url: `${site}/page-1`, status: 404, html: "" });
  await portal.control.webPage({ url: `${site}/page-2`, status: 200, html: "<title>Shoes</title><p>Shoes</p>" });
  const { browser } = await aCustomer(portal);
  let page = await (await browser.open(paths.checkout(serviceId))).press("I have a list");
  const list = (rows: readonly string[]) => page.fill(/rows/i, rows.join("\n")).press("Check rows");
  const rows = Array.from({ length: 10 }, (_, at) => `da-30\t${site}/page-${at + 1}\tanchor ${at + 1}`);
  page = await list([...rows, "da-90\tnot an address\tx"]);
  expect(page.text).toContain("1 row has an error");
  const wrong = page.within("Rows of your list", "table").row("not an address").text;
  expect(wrong).toMatch(/Not a public web address/);
  expect(wrong).toMatch(/'da-90' is no package that tracks links/);
  expect(page.buttons.some((name) => name.startsWith("Use"))).toBe(false);
  page = await list([...rows, `DA 50+\t${site}/page-9\tanchor 9\t\tNo comments, please`]);
  const table = page.within("Rows of your list", "table");
  expect(table.rowsWith(`${site}/page-1`)[0]!.text).toContain("The page answers 404");
  expect(table.row(`${site}/page-2`).text).toContain("OK");
  expect(table.row("No comments, please").text).toContain("Same target and anchor text as row 9");
  expect(page.text).toContain("11 links for $960.00");
  page = await page.press("Use 11 rows");
  expect(page.text).toContain("11 links from your list");
  expect(page.within("Rows with warnings", "table").text).toContain("The page answers 404");
  const order = paidOrder(await payWith(fillBilling(page), CARDS.good));
  const links = await browser.open(paths.orderPlacements(order.id));
  expect(links.rows("Placements")).toHaveLength(11);

  // The buyer has paid a moment ago, so another visitor goes on.
  page = await (await scriptFreeBrowser(portal.base).open(paths.checkout(serviceId))).press("I have a list");
  const csv = ["Notes;Package;Target URL;Anchor", `n1;DA 50+;${site}/a;a1`, `n2;DA 50+;${site}/b;a2`].join("\r\n");
  page = await page.attach("Upload a sheet", new File([csv], "links.csv", { type: "text/csv" })).press("Check rows");
  page = await page.press("Use 2 rows");
  expect(page.buttons.some((name) => / \$300\.00( a month)?$/.test(name))).toBe(true);
  page = await (await page.press("Change the list")).press("Remove the list");
  expect([page.buttons.includes("I have a list"), page.value(quantityOf("DA 50+"))]).toEqual([true, "0"]);
});

// The guarantee.

/** A link that a client bought with a card, live on a page of the outside web. */
async function aLiveLink() {
  const { serviceId } = await aTrackedService([{ name: "Link", price: 80, guaranteeDays: 365 }]);
  const service = (await portal.api("GET", `/service/fullDetail?id=${serviceId}`)).json as ServedService;
  const { email, bearer } = await aBuyer(portal, "Gwen");
  const { orderSystemId: orderId } = await buy(portal, bearer, service);
  const own = { filterFields: [{ key: "orderId", searchOperation: "eq", value: orderId }] };
  const { content } = await call("/placement/find", own);
  const id = content[0]._id as string;
  const liveUrl = `https://news-${++serial}.example.org/post`;
  await call("/placement", { _id: id, targetUrl: TARGET, anchorText: "our offer" });
  await portal.control.webPage({ url: TARGET, status: 200, html: "<h1>Our offer</h1>" });
  const published = `<h1>News</h1><p>Read <a href="${TARGET}">our offer</a>.</p>`;
  const publish = (url: string, html = published) => portal.control.webPage({ url, status: 200, html });
  await publish(liveUrl);
  await call("/placement/live", { id, liveUrl });
  await portal.control.runCron("linkwatch");
  return {
    id,
    client: { email, password: BUYER_PASSWORD },
    restore: () => publish(liveUrl),
    remove: () => publish(liveUrl, "<h1>News</h1><p>Nothing to see.</p>"),
  };
}
type LiveLink = Awaited<ReturnType<typeof aLiveLink>>;

const opens = async (link: LiveLink, person: { email: string; password: string }) =>
  await (await signedIn(portal, person)).open(paths.placement(link.id));
const claim = (page: ScriptFreePage) => page.within(/^Claim of/);

test("a client reports a lost link, and staff have it repaired", async () => {
  const link = await aLiveLink();
  let page = await opens(link, link.client);
  expect(page.text).toContain("In place");
  page = await page.press("This link is gone");
  expect(page.text + page.toasts).toMatch(/on its page as agreed/);
  await link.remove();
  page = await page.fill("What happened", "The whole paragraph is gone").press("This link is gone");
  expect(claim(page).text).toMatch(/Reported.*The whole paragraph is gone/);

  let staff = await (await seeded(portal, "superadmin")).open(paths.placement(link.id));
  staff = await staff.press("Confirm the loss");
  expect(claim(staff).text).toContain("Confirmed lost");
  staff = await staff.press("Repair requested");
  expect(claim(staff).text).toContain("Being repaired");
  await link.restore();
  staff = await (await staff.follow("All checks")).press("Check now");
  expect(staff.toasts).toEqual(["The link is checked within five minutes"]);
  await portal.control.runCron("linkwatch");
  expect((await staff.reload()).text).toMatch(/In place.*Link missing|Link missing.*In place/);
  expect(claim(await page.reload()).text).toContain("Repaired");
}, 120_000);
