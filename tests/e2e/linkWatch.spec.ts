import { expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { aBuyer, BUYER_PASSWORD, buy, ledgerOf, type ServedService } from "../support/apiBuyer";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import { SEEDED, told } from "../support/checkoutSteps";
import { endingSession, seriousFindings, signInAs } from "../support/e2e";
import type { Portal } from "../support/runningPortal";
import { test } from "../support/watchedTest";

const DAY_MS = 86_400_000;
const TARGET = "https://client.example.com/offer";

/** A link that a client bought with a card, live on a page of the outside web. */
async function aLiveLink(portal: Portal, terms: object = {}) {
  const call = async (path: string, body: object) => {
    // The clock moves past the end of a token.
    const { jwtToken: bearer } = await portal.tokens(SEEDED.superAdmin.email, SEEDED.superAdmin.password);
    const answer = await portal.api("POST", path, { bearer, body });
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    return answer.json;
  };
  const name = `Guaranteed ${crypto.randomUUID().slice(0, 8)}`;
  const { _id: serviceId } = await call("/service/serviceDetail", {
    name,
    paymentTypes: ["DIRECT"],
    visibility: false,
  });
  const tracking = { tracked: true, guaranteeDays: 365, ...terms };
  await call("/service/serviceOption", { serviceId, name: "Link", price: 80, ...tracking });
  const service = (await portal.api("GET", `/service/fullDetail?id=${serviceId}`)).json as ServedService;
  const buyer = await aBuyer(portal, "Gwen");
  const { orderSystemId: orderId } = await buy(portal, buyer.bearer, service);
  const own = { filterFields: [{ key: "orderId", searchOperation: "eq", value: orderId }] };
  const links = async () =>
    (await call("/placement/find", own)).content as { _id: string; number: string; state: string }[];
  const { _id: id, number } = (await links())[0]!;
  const host = `news-${crypto.randomUUID().slice(0, 8)}.example.org`;
  const liveUrl = `https://${host}/post`;
  await call("/placement", { _id: id, targetUrl: TARGET, anchorText: "our offer" });
  await portal.control.webPage({ url: TARGET, status: 200, html: "<h1>Our offer</h1>" });
  const published = `<h1>News</h1><p>Read <a href="${TARGET}">our offer</a>.</p>`;
  const publish = (url: string, html = published) => portal.control.webPage({ url, status: 200, html });
  await publish(liveUrl);
  await call("/placement/live", { id, liveUrl });
  await portal.control.runCron("linkwatch");
  return {
    orderId,
    id,
    number,
    call,
    links,
    publish,
    client: { email: buyer.email, password: BUYER_PASSWORD },
    restore: () => publish(liveUrl),
    remove: () => publish(liveUrl, "<h1>News</h1><p>Nothing to see.</p>"),
  };
}
type LiveLink = Awaited<ReturnType<typeof aLiveLink>>;

/** Days pass, with the deadlines of claims. They end the session of an open page. */
async function pass(page: Page, portal: Portal, days: number) {
  endingSession.add(page);
  await portal.control.moveClock({ advanceMs: days * DAY_MS });
  await portal.control.runCron("linkwatch");
}

/** The publisher removes the link, and two looks a day apart confirm it. */
async function lose(page: Page, portal: Portal, link: LiveLink) {
  await link.remove();
  for (const days of [1, 2]) await pass(page, portal, days);
}

async function opens(page: Page, link: LiveLink, person: { email: string; password: string }, id = link.id) {
  await signInAs(page, person, paths.placement(id));
  await expect(page.getByRole("heading", { level: 1, name: /^Link / })).toBeVisible();
}
const claim = (page: Page) => page.getByRole("region", { name: /^Claim of/ });

test("a client reports a lost link, and staff have it repaired", async ({
  page,
  portal,
  anotherBrowser,
  expectRefusal,
}, { project }) => {
  expectRefusal(/intent=claim/);
  const link = await aLiveLink(portal);
  await opens(page, link, link.client);
  await expect(page.getByText("In place").first()).toBeVisible();
  await page.getByRole("button", { name: "This link is gone" }).click();
  await expect(page.getByText(/on its page as agreed/).first()).toBeVisible();

  await link.remove();
  await page.getByLabel("What happened").fill("The whole paragraph is gone");
  await asksBeforeLeaving(page, "placements/ClaimCard");
  await page.getByRole("button", { name: "This link is gone" }).click();
  await expect(claim(page)).toContainText("Reported");
  await expect(claim(page)).toContainText("The whole paragraph is gone");
  if (project.name !== "noscript") expect(await seriousFindings(page)).toEqual([]);

  const office = await (await anotherBrowser()).newPage();
  await opens(office, link, SEEDED.superAdmin);
  await office.getByRole("button", { name: "Confirm the loss" }).click();
  await expect(claim(office)).toContainText("Confirmed lost");
  await office.getByRole("button", { name: "Repair requested" }).click();
  await expect(claim(office)).toContainText("Being repaired");
  await link.restore();
  await office.getByRole("link", { name: "All checks" }).click();
  await office.getByRole("button", { name: "Check now" }).click();
  await told(office, "The link is checked within five minutes");
  await portal.control.runCron("linkwatch");
  await office.reload();
  await expect(office.getByRole("row", { name: /Link missing/ }).first()).toBeVisible();
  await expect(office.getByRole("row", { name: /In place/ }).first()).toBeVisible();

  await page.goto(paths.placement(link.id));
  await expect(claim(page)).toContainText("Repaired");
  await page.goto("/links");
  await expect(page.getByText(/Live, checked/).first()).toBeVisible();
});

test("a lost link is replaced by one that goes live", async ({ page, portal }) => {
  const link = await aLiveLink(portal);
  await lose(page, portal, link);
  await opens(page, link, link.client);
  await expect(claim(page)).toContainText("Confirmed lost");
  await pass(page, portal, 8);
  await opens(page, link, link.client);
  await expect(claim(page)).toContainText("Being replaced");
  const replacement = (await link.links()).find(({ _id }) => _id !== link.id)!;
  await expect(claim(page).getByRole("link", { name: `Link ${replacement.number}` })).toBeVisible();

  const liveUrl = `https://better-${crypto.randomUUID().slice(0, 8)}.example.org/post`;
  await link.publish(liveUrl);
  await link.call("/placement/live", { id: replacement._id, liveUrl });
  await portal.control.runCron("linkwatch");
  await page.goto(paths.placement(link.id));
  await expect(claim(page)).toContainText("Replaced");
  expect((await link.links()).map(({ state }) => state).sort()).toEqual(["live", "replaced"]);
});

test("a link that nobody replaces in time is refunded to the card", async ({ page, portal }) => {
  const link = await aLiveLink(portal, { remedy: "refund" });
  await lose(page, portal, link);
  await pass(page, portal, 8);
  await pass(page, portal, 31);
  await expect(async () => {
    const refunds = (await ledgerOf(portal, link.orderId)).filter(({ kind }) => kind === "refund");
    expect(refunds.map(({ amount }) => amount)).toEqual([80_00]);
  }).toPass();
  await opens(page, link, link.client);
  await expect(claim(page)).toContainText("Refunded");
  await page.goto(paths.order(link.orderId));
  await expect(page.getByText("$80.00").first()).toBeVisible();
  await pass(page, portal, 31);
  expect((await ledgerOf(portal, link.orderId)).filter(({ kind }) => kind === "refund")).toHaveLength(1);
});
