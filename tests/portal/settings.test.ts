import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDay } from "~/format/dates";
import { STALE_RECORD } from "~/format/staleRecord";
import { paths } from "~/paths";
import { aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { aFile, pngBytes } from "../support/fileBytes";
import { placesOf } from "../support/plantedPerson";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import { aCustomer, mailTo, seeded, signedIn } from "../support/scriptFreeSteps";

const DAY_MS = 24 * 60 * 60_000;

let portal: RunningPortal;
let superAdmin: ScriptFreeBrowser;
beforeAll(async () => {
  portal = await startPortal();
  superAdmin = await seeded(portal, "superadmin");
}, 240_000);
afterAll(() => portal?.remove());

/** The pages by the words of their links, with what a save changes. */
const changes: Record<string, (page: ScriptFreePage) => unknown> = {
  Brand: (page) => page.fill("Name", "Acme Links"),
  "Contact and links": (page) => page.fill("Support address", "help@acme.example"),
  "Company and invoices": (page) => page.fill("Invoice prefix", "ACME-"),
  Payments: (page) => page.fill("Retry on days", "2, 4"),
  "E-mail": (page) => page.fill("Sender name", "Acme Links"),
  Notices: (page) => page.within("Clients").select("A report is ready", "email"),
  Affiliates: (page) => page.fill("Holding period in days", "31"),
  Orders: (page) => page.fill("Hours until silence counts as approval", "48"),
  Security: (page) => page.fill("Days in all", "14"),
  "Shop and embeds": (page) => page.fill("Sites that may embed a card", "https://www.acme.example"),
  Data: (page) => page.fill("Read notifications in days", "60"),
};
const names = Object.keys(changes);
/** The side menu has links of the same words. */
const hrefOf = (index: ScriptFreePage, name: string) => index.hrefs(name).find((href) => href.includes("/settings"))!;
const openPage = async (name: string) => await superAdmin.open(hrefOf(await superAdmin.open("/settings"), name));

test.each(names)("%s has one form with a version and refuses a stale save", async (name) => {
  const [first, second] = [await openPage(name), await openPage(name)];
  expect(first.html.match(/<input type="hidden" name="version" value="\d+"/g)).toHaveLength(1);
  for (const page of [first, second]) changes[name]!(page);
  expect((await first.press("Save")).toasts).toEqual(["Updated successfully"]);
  const stale = await second.press("Save");
  expect([stale.status, stale.has(STALE_RECORD)]).toEqual([409, true]);
});

test("a refused save answers 400 and explains the value at its field", async () => {
  for (const [name, label, value] of [
    ["Brand", "Accent color", "teal"],
    ["Security", "Days in all", "31"],
    ["Payments", "Retry on days", "3, 1"],
  ] as const) {
    const page = await (await openPage(name)).fill(label, value).press("Save");
    expect([page.status, page.value(label)]).toEqual([400, value]);
    expect(page.error(label).length, name).toBeGreaterThan(10);
  }
});

test("other staff and clients are sent home, visitors to the sign-in", async () => {
  const index = await superAdmin.open("/settings");
  const pages = ["/settings", ...names.filter((name) => name !== "Affiliates").map((name) => hrefOf(index, name))];
  const visitor = scriptFreeBrowser(portal.base);
  const others = [await seeded(portal, "admin"), await seeded(portal, "manager"), await seeded(portal, "customer")];
  for (const path of pages) {
    expect((await visitor.open(path)).path).toBe("/signin");
    for (const other of others) expect([path, (await other.open(path)).path]).toEqual([path, "/"]);
  }
});

test("visitors see a saved accent and logo with their next page", async () => {
  const visitor = scriptFreeBrowser(portal.base);
  await visitor.open("/signin");
  const page = await superAdmin.open("/settings/brand");
  page.fill("Name", "Acme").fill("Accent color", "#0f766e");
  await page.attach("Logo on light", aFile(pngBytes(), "logo.png", "image/png")).pressAndLeave("Save");
  const { html } = await visitor.open("/signin");
  expect(html).toContain("--accent-9:#0f766e");
  expect(html).toMatch(/<img[^>]+src="\/files\/[^"]+"[^>]+alt="Acme"/);
});

test("a mail's text names its unknown variable or the line of an open one", async () => {
  const opened = async () => await (await superAdmin.open("/settings/email")).follow("Password reset");
  expect((await opened()).html.match(/<textarea/g)).toHaveLength(1);
  const unknown = await (await opened()).fill("Text", "Hi {{nobody}}").press("Save");
  expect([unknown.status, unknown.error("Text")]).toEqual([400, expect.stringContaining("{{nobody}}")]);
  const open = await (await opened()).fill("Text", "Hi\n\n{{minutes").press("Save");
  expect([open.status, open.error("Text")]).toEqual([400, expect.stringContaining("Line 3")]);
});

test("a monitor reads the health with the token of its page alone", async () => {
  const [, token = ""] = /\bToken\s*([\w-]{20,})/.exec((await superAdmin.open("/settings/health")).text) ?? [];
  expect(await portal.api("GET", "/health")).toMatchObject({ status: 401 });
  expect(await portal.api("GET", "/health", { bearer: `${token}x` })).toMatchObject({ status: 401 });
  const { status, json } = await portal.api("GET", "/health", { bearer: token });
  expect([200, 503]).toContain(status);
  expect(json).toMatchObject({ ok: status === 200, version: expect.any(String), checks: { queues: { ok: true } } });
});

test("an evening order in UTC reads as the next morning in Tokyo", async () => {
  const buyer = await aBuyer(portal);
  const today = (await portal.control.clock()).now.slice(0, 10);
  const at = Date.parse(`${today}T20:30:00Z`) + DAY_MS;
  await portal.control.moveClock({ now: new Date(at).toISOString() });
  const { jwtToken: bearer } = await portal.tokens(buyer.email, BUYER_PASSWORD);
  const { orderSystemId } = await buy(portal, bearer, await serviceNamed(portal, bearer, "SEO Content Writing"));
  const browser = await signedIn(portal, { email: buyer.email, password: BUYER_PASSWORD });
  const wire = async () => (await portal.api("POST", "/order/find", { bearer, body: { page: 0, pageSize: 10 } })).json;
  const before = await wire();
  expect(before.content).toHaveLength(1);
  const page = await (await browser.open("/profile")).select("Time zone", "Asia/Tokyo").press("Save time zone");
  expect(page.toasts).toEqual(["Time zone saved"]);
  const order = await browser.open(paths.order(orderSystemId));
  expect(order.text).toContain(`${formatDay(at + DAY_MS, "UTC")} 05:30 AM`);
  expect(await wire()).toEqual(before);
});

test("a client downloads everything, and a deletion erases it after 14 days", async () => {
  const { browser, person } = await aCustomer(portal, {
    firstName: "Zebedia",
    lastName: "Quillfeather",
    email: `quillfeather.${crypto.randomUUID().slice(0, 8)}@example.com`,
    password: "Secret#2026",
  });
  const download = await (await browser.open("/profile")).press("Download my data");
  expect(download.fileName).toMatch(/^personal-data-\d{8}\.zip$/);
  const files = unzipSync(download.answer.bytes);
  expect(strFromU8(files["data/users.json"]!)).toContain(person.email);

  const ask = async () => (await browser.open("/profile")).follow("Delete my account");
  const wrong = await (await ask()).fill("Current password", "Wrong#2026").press("Delete my account");
  expect([wrong.status, wrong.error("Current password")]).toEqual([400, expect.stringMatching(/password/i)]);
  const request = async () => (await ask()).fill("Current password", person.password).press("Delete my account");
  let page = await request();
  expect(page.text).toContain("Your account will be deleted in 14 days");
  page = await page.press("Undo");
  expect(page.text).not.toContain("14 days, on");
  await request();
  await portal.control.moveClock({ advanceMs: 14 * DAY_MS });
  await portal.control.runCron("billing");
  await mailTo(portal, person.email, ({ subject }) => subject === "Your account was deleted");
  expect((await browser.open("/profile")).path).toBe("/signin");

  const { database, close } = await portal.afterwards();
  try {
    expect(await placesOf(database, ["quillfeather", "zebedia"])).toEqual([]);
  } finally {
    await close();
  }
});
