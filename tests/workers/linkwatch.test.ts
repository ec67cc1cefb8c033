import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { brokenCheck, sha256Hex } from "~/domain/linkWatch/checkChain";
import type { Visit } from "~/domain/linkWatch/fetchPage";
import { markLive } from "~/domain/placements/markLive";
import { linkChecks, placements } from "~db/schema";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";
import { until } from "../support/until";
import { openWatchedWeb, WATCH_SITE } from "../support/watchedWeb";

let web: Awaited<ReturnType<typeof openWatchedWeb>>;
let staff: ActorUser;
let client: ActorUser;
let serial = 0;
beforeAll(async () => {
  web = await openWatchedWeb();
  staff = await aStaffMember(web.db);
  client = await aCustomer(web.db);
});
afterAll(() => web.dispose());
let host: string;
beforeEach(() => {
  host = `blog-${++serial}.example`;
});

const TARGET = "https://client.example.org/shoes";
const linkTo = (href = TARGET, rest = "") =>
  `<html><body><p><a href="${href}" ${rest}>Running shoes</a></p></body></html>`;
const placement = async (id: string) => (await web.db.select().from(placements).where(eq(placements.id, id)))[0]!;
const checksOf = async (id: string) => await web.db.select().from(linkChecks).where(eq(linkChecks.placementId, id));
const robotsOf = (site = host) => `https://${site}/robots.txt`;
const asked = async (site = host) =>
  (await web.requests()).filter(({ url }) => new URL(url).hostname === site).map(({ url }) => url);

async function live(addresses: string[], tracking = {}) {
  const now = await web.now();
  const order = await aTrackedOrder(web.db, { staff, client, count: addresses.length, tracking, now });
  const rows = await web.db.select().from(placements).where(eq(placements.orderId, order.id));
  const ids = rows.sort((a, b) => a.sequence - b.sequence).map(({ id }) => id);
  await web.db
    .update(placements)
    .set({ state: "ready", targetUrl: TARGET, anchorText: "Running shoes" })
    .where(eq(placements.orderId, order.id));
  const links = ids.map((id, at) => ({ id, liveUrl: addresses[at]! }));
  await markLive(testContext(web.db, actingAs(staff), { now }), links);
  return ids;
}
const visit = (address: string) =>
  web.call<Visit & { read: { size: number } | null }>("visit", address, {
    liveUrl: address,
    targetUrl: TARGET,
    anchorText: "",
    relWanted: "any",
  });

test("the cron makes every due check once, five seconds apart on a site", async () => {
  const pages = ["a", "b", "c"].map((name) => `https://${host}/${name}`);
  for (const url of pages) await web.setPage({ url, html: linkTo() });
  const ids = await live(pages);
  await web.runCron();
  await until("three checks", async () => (await Promise.all(ids.map(checksOf))).flat().length === 3);
  for (const id of ids) {
    const [check] = await checksOf(id);
    expect(check).toMatchObject({ verdict: "ok", status: 200, anchor: "Running shoes", rel: "" });
    expect(await placement(id)).toMatchObject({ health: "ok", checkLeaseUntil: null, checkHash: check!.hash });
  }
  const visits = (await web.requests()).filter(({ url }) => pages.includes(url));
  expect(visits).toHaveLength(3);
  const times = visits.map(({ at }) => Date.parse(at));
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(5_000);
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(5_000);
  expect((await asked()).filter((url) => url === robotsOf())).toHaveLength(3);
});

test("asks as itself, without cookies, and leads to its help page", async () => {
  await web.setPage({ url: `https://${host}/`, html: linkTo(), headers: { "Set-Cookie": "a=b" } });
  await visit(`https://${host}/`);
  await visit(`https://${host}/`);
  const last = (await web.requests()).findLast(({ url }) => url === `https://${host}/`)!;
  expect(last.method).toBe("GET");
  expect(last.headers["user-agent"]).toBe(`PortalLinkWatch/1.0 (Portal; +${WATCH_SITE}/link-watch)`);
  expect(last.headers).not.toHaveProperty("cookie");
  expect(last.headers).not.toHaveProperty("authorization");
});

test("a look now answers its verdict and keeps matching evidence", async () => {
  const address = `https://${host}/post`;
  await web.setPage({
    url: address,
    html: linkTo(TARGET, 'rel="ugc"'),
    headers: { "X-Seen": "yes", "Set-Cookie": "secret" },
  });
  const [id] = await live([address], { relWanted: "follow" });
  expect(await web.call("checkNow", id)).toMatchObject({ verdict: "nofollow" });
  const [check] = await checksOf(id!);
  expect(check).toMatchObject({ verdict: "nofollow", rel: "ugc", finalUrl: address });
  const text = (await web.evidence(check!.evidenceKey!))!;
  expect(text).toContain("x-seen: yes");
  expect(text).toContain(linkTo(TARGET, 'rel="ugc"'));
  expect(text).not.toContain("secret");
  expect(check!.evidenceKey).toContain(await sha256Hex(text));
  expect(check!.bodySha256).toBe(await sha256Hex(linkTo(TARGET, 'rel="ugc"')));
  expect(await brokenCheck(await checksOf(id!))).toBeNull();
  expect(await web.call("checkNow", "unknown")).toBeNull();
});

test("a missing target page is the client's fault, a missing link is not", async () => {
  const address = `https://${host}/post`;
  await web.setPage({ url: address, html: "<p>No link</p>" });
  const [id] = await live([address]);
  expect(await web.call("checkNow", id)).toMatchObject({ verdict: "missing" });
  await web.setPage({ url: TARGET, status: 404 });
  expect(await web.call("checkNow", id)).toMatchObject({ verdict: "target_broken" });
  await web.setPage({ url: TARGET, html: "<p>Shoes</p>" });
  expect(await web.call("checkNow", id)).toMatchObject({ verdict: "missing" });
});

test("respects robots.txt, reads it daily and takes none for consent", async () => {
  await web.setPage({
    url: robotsOf(),
    html: "User-agent: *\nDisallow: /private\n\nUser-agent: PortalLinkWatch\nDisallow: /no",
  });
  for (const path of ["no", "private"]) await web.setPage({ url: `https://${host}/${path}`, html: linkTo() });
  expect((await visit(`https://${host}/no`)).look.failure).toBe("blocked");
  expect((await visit(`https://${host}/private`)).look).toMatchObject({ failure: null, status: 200 });
  expect(await asked()).toEqual([robotsOf(), `https://${host}/private`]);
  await web.moveTo((await web.now()) + 86_400_000);
  await visit(`https://${host}/private`);
  expect((await asked()).filter((url) => url === robotsOf())).toHaveLength(2);
});

test.each([
  [404, null],
  [403, null],
  [500, "server_error"],
  [429, "blocked"],
])("takes a robots.txt that answers %s for %s", async (status, failure) => {
  await web.setPage({ url: robotsOf(), status });
  await web.setPage({ url: `https://${host}/`, html: linkTo() });
  expect((await visit(`https://${host}/`)).look.failure).toBe(failure);
});

test("tells a host that does not resolve from one that fails", async () => {
  expect((await visit(`https://${host}/`)).look).toMatchObject({ failure: "dns", status: 530 });
  await web.setPage({ url: `https://${host}/x`, status: 530, html: "Origin error" });
  expect((await visit(`https://${host}/x`)).look).toMatchObject({ failure: null, status: 530 });
});

test("the publisher's control page changes what a page answers", async () => {
  const url = `https://${host}/post`;
  await web.setPage({ url, html: linkTo() });
  const [id] = await live([url]);
  const verdictAfter = async (deed: string) => {
    const form = new URLSearchParams({ url, deed }).toString();
    expect((await web.control("/deed", { method: "POST", body: form, redirect: "manual" })).status).toBe(303);
    return (await web.call<{ verdict: string }>("checkNow", id)).verdict;
  };
  expect(await verdictAfter("remove")).toBe("missing");
  expect(await verdictAfter("forbid")).toBe("blocked");
  expect(await verdictAfter("redirect")).toBe("dns");
  expect(await verdictAfter("soft404")).toBe("missing");
  expect(await verdictAfter("fail")).toBe("server_error");
  await web.moveTo((await web.now()) + 3_600_001);
  expect((await web.call<{ verdict: string }>("checkNow", id)).verdict).toBe("ok");
  expect(await (await web.control("/")).text()).toContain(url);
});
