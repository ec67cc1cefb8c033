import { afterAll, beforeAll, expect, test } from "vitest";
import { aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { readSheet } from "../support/readSheet";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import { CARDS, mailTo, seeded, signedIn, typeCard } from "../support/scriptFreeSteps";
import { until } from "../support/until";

const SERVICE = "Local SEO Management";
const DAY_MS = 24 * 60 * 60_000;

let portal: RunningPortal;
let manager: ScriptFreeBrowser;
let superAdmin: ScriptFreeBrowser;
let affiliate: ScriptFreeBrowser;
beforeAll(async () => {
  portal = await startPortal();
  manager = await seeded(portal, "manager");
  superAdmin = await seeded(portal, "superadmin");
  affiliate = await seeded(portal, "affiliate");
}, 240_000);
afterAll(() => portal?.remove());

const today = async () => Date.parse((await portal.control.clock()).now);
const dayFromNow = async (days: number) => new Date((await today()) + days * DAY_MS).toISOString().slice(0, 10);

// Figures.

test("the dashboard's range is chosen by links and a form", async () => {
  let page = await superAdmin.open("/");
  expect(page.value("From")).toBe(await dayFromNow(-6));
  expect(page.items("Revenue by day")).toHaveLength(7);
  page = await page.follow("Last 30 days");
  expect(page.within("Revenue").text).toMatch(/[+−]\d.* (more|less) than the 30 days before/);
  const [from, to] = [await dayFromNow(-40), await dayFromNow(-21)];
  page = await page.fill("From", from).fill("To", to).press("Show");
  expect([page.location, page.items("Revenue by day").length]).toEqual([
    expect.stringContaining(`fromDate=${from}&toDate=${to}`),
    20,
  ]);
  const bar = page.within("Revenue by day", "ul", "ol").links[3]!;
  const day = await page.within("Revenue by day", "ul", "ol").follow(bar);
  expect(day.within("Revenue").text).toContain(bar.split(" ")[1]);
  page = await page
    .fill("From", await dayFromNow(-120))
    .fill("To", await dayFromNow(0))
    .press("Show");
  expect([page.error("To"), page.value("From")]).toEqual([
    "Choose a range of at most 3 months",
    await dayFromNow(-120),
  ]);
  page = await page
    .fill("From", await dayFromNow(0))
    .fill("To", await dayFromNow(-1))
    .press("Show");
  expect(page.text).toContain("The end cannot be before the start");
});

test("the dashboard's table adds up to its total, and a status leads on", async () => {
  let page = await (await manager.open("/")).follow("Last 3 months");
  expect([page.has("Revenue by Agents"), page.has("Revenue by Clients")]).toEqual([false, true]);
  const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);
  const total = /\(UTC\) (\S+)/.exec(page.within("Revenue").text)![1]!;
  page.expand("Show as table");
  const amounts = page.rows("Revenue by day").map((cells) => cents(cells.at(-1)!));
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(cents(total));
  const statuses = page.within("Order Status");
  const count = /\d+/.exec(statuses.row("Completed").text)![0];
  page = await statuses.follow("Completed");
  expect([page.location, page.has(`of ${count}`)]).toEqual([
    expect.stringContaining("/orders?status=Completed&dateField=createdTime"),
    true,
  ]);
});

test("reports have tabs, ranges, pages and a file", async () => {
  const admin = await seeded(portal, "admin");
  let page = await admin.open("/reports");
  expect(page.path).toBe("/reports/agents");
  const [from, to] = [await dayFromNow(-80), await dayFromNow(0)];
  page = await admin.open(`/reports/clients?fromDate=${from}&toDate=${to}`);
  const [first] = page.rows();
  page = await page.follow("Page 2");
  expect([page.has(/11 to 20 of/), page.rows()[0]]).not.toEqual([true, first]);
  page = await page.select("Rows per page", "25").formWith("Rows per page").press("Show");
  expect(page.rows()).toHaveLength(25);
  const total = Number(/\d to \d+ of ([\d,]+)/.exec(page.text)![1]);
  const saved = await page.press("Export");
  expect(saved.fileName).toMatch(new RegExp(`^Report-clients-${from}-to-${to}-\\d{8}-\\d{6}\\.xlsx$`));
  expect(readSheet(saved.bytes).length - 1).toBe(total);
  // The file takes the dates of the fields, also before they are applied.
  const picked = await page.fill("From", await dayFromNow(-30)).press("Export");
  expect(picked.fileName).toContain(`${await dayFromNow(-30)}-to-${to}`);
  page = await page.fill("From", "").press("Export");
  expect(page.toasts).toEqual(["Please provide a valid date range to export data"]);
  page = await (await admin.open("/reports/clients")).follow("New Clients");
  page = await page.fill("From", "2026-05-02").fill("To", "2026-05-01").formWith("From").press("Show");
  expect([page.has("The end cannot be before the start"), page.value("From")]).toEqual([true, "2026-05-02"]);
  expect((await admin.open("/reports/other")).heading).toBe("Unknown report");
  page = await superAdmin.open("/reports/on-time?fromDate=2020-01-01&toDate=2030-01-01");
  expect(page.text).toContain("Median working days");
});

test("staff filter and export the traffic logs", async () => {
  let page = await manager.open("/affiliates/traffic-logs");
  const total = () => Number(/\d to \d+ of ([\d,]+)/.exec(page.text)![1]!.replace(",", ""));
  const people = total();
  page = await page.select("Visitors", "Bots").press("Apply");
  expect(page.rows("Traffic Logs").every((cells) => cells.join(" ").includes("Bot"))).toBe(true);
  const bots = total();
  page = await page.select("Visitors", "People and bots").press("Apply");
  expect(total()).toBe(people + bots);
  page = await page.fill("Affiliate Code", "summer").press("Apply");
  expect(page.text).toContain("No visits match");
  page = await page.fill("Affiliate Code", "summer-sale").press("Apply");
  expect(page.rows("Traffic Logs")).toHaveLength(1);
  page = await (await page.follow("Clear")).fill("Affiliate Name", "alex ri").press("Apply");
  expect(page.links.join()).toContain("Remove filter Affiliate Name");
  const saved = await page.press("Export");
  expect(saved.fileName).toMatch(/^TrafficLogs-\d{8}-\d{6}\.xlsx$/);
  const [, ...rows] = readSheet(saved.bytes);
  expect(rows).toHaveLength(total());
  expect(rows.every((row) => row[1] === "Alex Rivera" && row[2] === "AFF2026")).toBe(true);
});

// Affiliates and commissions.

test("filters affiliates and refuses a holding period out of bounds", async () => {
  let page = await superAdmin.open("/affiliates");
  page = await page.fill("Name", "nobody of that name").press("Apply");
  expect(page.text).toContain("No affiliates match");
  page = await page.follow("Clear");
  expect(page.rows("Affiliates")).toHaveLength(1);
  page = await page.expand("Any Date").select("Date", "latestRevenueDate").fill("From", "2001-01-01").press("Apply");
  page = await superAdmin.open("/affiliates/settings");
  page = await page.fill("Holding period in days", "400").press("Save");
  expect(page.error("Holding period in days")).toContain("Enter a holding period between 0 and 365 days");
  expect(page.value("Holding period in days")).toBe("400");
});

test("a commission is held, then approved and paid out", async () => {
  const holding = await superAdmin.open("/commissions?state=HOLDING");
  const box = holding.labels.find((label) => label.startsWith("Select the commission"))!;
  let page = await holding.check(box).select("New Status", "Approved").press("Update Status");
  expect(page.toasts.join()).toMatch(/1 skipped: 1 still in the holding period/);
  page = await superAdmin.open("/commissions?status=CREATED&size=5");
  const all = page.labels.find((label) => /^All \d+ that match the filter, \$[\d,.]+$/.test(label))!;
  const refused = await page.check(all).press("Pay Out");
  expect(refused.text).toContain("You cannot pay out all commissions of a filter.");
  expect(refused.buttons).not.toContainEqual(expect.stringMatching(/^Pay out \$/));
  page = await superAdmin.open("/commissions?status=CREATED&size=5");
  page = await page.check(all).select("New Status", "Approved").press("Update Status");
  expect(page.toasts.join()).toMatch(/Updated successfully/);
  const approvable = await superAdmin.open("/commissions?state=APPROVABLE");
  expect(approvable.labels.filter((label) => label.startsWith("Select the commission"))).toEqual([]);
  const early = await superAdmin.open("/commissions/payouts/new?until=0026-01-31");
  expect(early.error("Approved, of orders paid up to")).toContain("Write the year with four digits");
  page = await superAdmin.open("/commissions?status=APPROVED&size=100");
  const approved = page.labels.filter((label) => label.startsWith("Select the commission"));
  for (const label of approved) page.check(label);
  page = await page.press("Pay Out");
  expect(page.heading).toBe("New payout");
  page = await page.fill("Note", "Wire 77").press(/^Pay out \$/);
  expect([page.heading.startsWith("Payout of"), page.has("Wire 77")]).toEqual([true, true]);
  const pdf = page.links.find((name) => name.endsWith("as a PDF"))!;
  expect((await page.follow(pdf)).fileName).toMatch(/^Statement-.*\.pdf$/);
  const number = /\d+$/.exec(approved[0]!)![0];
  page = await superAdmin.open(`/commissions?orderId=${number}`);
  expect(page.within("Commissions").row(number).text).toContain("Paid");
  page = await affiliate.open("/notifications");
  page = await page.press(page.buttons.find((name) => /We paid out \$/.test(name))!);
  expect([page.path, page.rows("Payouts").length]).toEqual(["/affiliate/payouts", 2]);
});

// Settings.

test("the portal's name and colour are refused, kept and saved", async () => {
  let page = await (await superAdmin.open("/settings")).follow("Brand");
  const logo = (name: string, text: string) => new File([text], name);
  page.fill("Name", "Acme Links").fill("Accent color", "teal").attach("Logo on light", logo("logo.svg", "<svg/>"));
  page = await page.press("Save");
  expect(page.error("Logo on light")).toContain("'logo.svg' cannot be used. Allowed types: .png, .webp");
  expect(page.error("Accent color")).toContain("Enter a color as # and six digits");
  expect([page.value("Name"), page.value("Accent color")]).toEqual(["Acme Links", "teal"]);
  page = await page.fill("Accent color", "#0f766e").attach("Logo on light", logo("logo.png", "")).press("Save");
  expect(page.error("Logo on light")).toContain("'logo.png' is empty");
  page = await page.press("Save");
  expect([page.toasts, page.title, page.html.includes("#0f766e")]).toEqual([
    ["Updated successfully"],
    "Brand | Acme Links",
    true,
  ]);
  await page.fill("Name", "Portal").press("Save");
});

test("rows of settings are added, refused by name and saved", async () => {
  let page = await superAdmin.open("/settings/contact");
  page = await page.press("Add claim");
  page
    .fill("Claim 3", "Links that stay")
    .within("Social links", "fieldset", "section")
    .fill("Address 1", "http://agency.com");
  page = await page.press("Save");
  expect(page.within("Social links", "fieldset", "section").error("Address 1")).toContain(
    "Enter an address that starts with https://",
  );
  page.within("Social links", "fieldset", "section").fill("Address 1", "https://agency.com/facebook");
  page = await page.press("Save");
  expect([page.toasts, page.value("Claim 3"), page.href("Facebook")]).toEqual([
    ["Updated successfully"],
    "Links that stay",
    "https://agency.com/facebook",
  ]);

  page = await (await superAdmin.open("/settings/orders")).press("Add holiday");
  page.fill("Date 1", "2040-12-25").fill("Name 1", "Christmas").fill("Number of the next order", "1");
  page = await page.press("Save");
  const lowest = /Enter (\d+) or higher/.exec(page.error("Number of the next order"))![1]!;
  page = await page.fill("Number of the next order", lowest).press("Save");
  expect([page.toasts, page.value("Name 1")]).toEqual([["Updated successfully"], "Christmas"]);

  page = await (await superAdmin.open("/settings/company")).press("Add tax");
  page.fill("Name 1", "VAT").fill("Percent 1", "19").select("Charge 1", "added").fill("Countries 1", "Atlantis");
  page = await page.fill("Invoice prefix", "ACME-").press("Save");
  expect(page.error("Countries 1")).toContain("We do not know the country Atlantis");
  page = await page.fill("Countries 1", "LI").press("Save");
  expect([page.toasts, page.value("Countries 1"), page.value("Invoice prefix")]).toEqual([
    ["Updated successfully"],
    "Liechtenstein",
    "ACME-",
  ]);
});

test("payments, data and security settings stay in their bounds", async () => {
  let page = await superAdmin.open("/settings/payments");
  page = await page
    .fill("Retry on days", "3, 1")
    .fill("Text of the regular account", "SEVENTEEN LETTERS")
    .press("Save");
  expect([page.error("Retry on days") !== "", page.value("Retry on days")]).toEqual([true, "3, 1"]);
  page = await page.fill("Retry on days", "1, 3").press("Save");
  expect(page.error("Text of the regular account")).toContain("Shorten this by 1:");
  page = await page.fill("Retry on days", "1, 3").fill("Text of the regular account", "GUEST POSTS").press("Save");
  expect([page.toasts, page.has("TEST* GUEST POSTS")]).toEqual([["Updated successfully"], true]);
  page = await superAdmin.open("/settings/data");
  page = await page.fill("Read notifications in days", "29").press("Save");
  expect(page.error("Read notifications in days")).toContain("Enter a number of days between 30 and 365");
  page = await page.fill("Read notifications in days", "60").press("Save");
  expect(page.toasts).toEqual(["Updated successfully"]);
  page = await superAdmin.open("/settings/notices");
  page = (await page.within("Clients").select("A report is ready", "email")) && (await page.press("Save"));
  expect(page.within("Clients").value("A report is ready")).toBe("email");
  page = await superAdmin.open("/settings/security");
  page = await page
    .uncheck(/^Email sign-in links/)
    .fill("Days in all", "14")
    .press("Save");
  expect(page.toasts).toEqual(["Updated successfully"]);
  const signIn = await scriptFreeBrowser(portal.base).open("/signin/link");
  expect([signIn.path, signIn.buttons.includes("Email me a sign-in link")]).toEqual(["/signin", false]);
  await page.check(/^Email sign-in links/).press("Save");
});

test("everything is exported in the background and saved", async () => {
  const started = await (await superAdmin.open("/settings/data")).press("Export everything");
  expect(started.toasts).toEqual([expect.stringContaining("Export started")]);
  const part = /^everything-\d{8}-part-1\.zip$/;
  const page = await until("the export's first part", async () => {
    const data = await superAdmin.open("/settings/data");
    return data.links.some((name) => part.test(name)) ? data : null;
  });
  expect((await page.follow(part)).fileName).toMatch(/^everything-/);
});

test("a mail's text is refused by line, tested, saved and restored", async () => {
  let page = await superAdmin.open("/settings/email/refund");
  page = await page.fill("Text", "Hi {{firstName}},\n\nwe sent back {{amuont}}.").press("Save");
  expect(page.error("Text")).toContain("Line 3: there is no variable {{amuont}}");
  const text = "Hi {{firstName}},\n\nwe sent back {{amount}}.";
  page = await page.fill("Text", text).press("Send a test");
  expect([page.has("We sent your text with example values to superadmin@example.com"), page.value("Text")]).toEqual([
    true,
    text,
  ]);
  const mail = await mailTo(portal, "superadmin@example.com", (one) => one.text.includes("we sent back $50.00."));
  expect(mail.subject).toBe("Refund for order 1042");
  page = await page.press("Save");
  expect(page.text + page.toasts).toContain("Updated successfully");
  page = await page.press("Restore default");
  expect(page.value("Text")).toMatch(/^\{\{greeting\}\}\n\nWe refunded/);
});

test("clients are imported from a file after a preview, and invited once", async () => {
  const csv = (content: string) => new File([content], "clients.csv", { type: "text/csv" });
  const rows =
    'Email,Name,Company\nada.listed@example.com,Ada Example,"Ada & Sons, Ltd"\nno address,Bo Example,\ncustomer@example.com,Known Client,';
  let page = await superAdmin.open("/settings/import");
  page = await page.fill("List", "Email,Name").attach("Upload a CSV file", csv("%PDF-1.7")).press("Preview");
  expect(page.error("Upload a CSV file")).toContain("clients.csv is not a CSV file");
  expect(page.value("List")).toBe("Email,Name");
  page = await page.attach("Upload a CSV file", csv(rows)).press("Preview");
  expect(page.text).toContain("1 client to import. 1 client known and left out.");
  expect(page.row("no address").text).toContain("Please provide a valid email");
  expect(page.value("List").replaceAll("\r", "")).toBe(rows);
  page = await page.check(/^Send an invitation/).press("Import 1 client");
  expect(page.toasts.join()).toContain("1 imported and invited, 1 known and left out");
  await mailTo(portal, "ada.listed@example.com", ({ subject }) => subject.startsWith("Welcome"));
  page = await (await superAdmin.open("/settings/import")).fill("List", rows).press("Preview");
  expect(page.text).toContain("0 clients to import. 2 clients known and left out.");
  expect(page.buttons.some((name) => name.startsWith("Import "))).toBe(false);
});

test("the books are checked, a difference is explained, the month is saved", async () => {
  const { now } = await portal.control.clock();
  await portal.control.sandbox("adopt", {
    payments: [
      {
        account: "regular",
        id: "pi_stray4217",
        chargeId: "ch_stray4217",
        customerId: "cus_stray4217",
        paymentMethodId: "",
        card: "pm_card_visa",
        paid: true,
        refunds: [],
        dispute: null,
        metadata: {},
        amount: 42_17,
        createdAt: Date.parse(now) - 30 * 60_000,
      },
    ],
  });
  await portal.control.moveClock({ advanceMs: 4 * 60 * 60_000 });
  let page = await (await superAdmin.open("/settings/books")).press("Check now");
  expect(page.text + page.toasts).toContain("The books are checked");
  const row = page.within("Differences").row("a paid order of $42.17");
  expect(row.text).toContain("no order pays with pi_stray4217");
  page = await row.follow(/^Explain/);
  page = await page.fill("Note", "   ").press("Save note");
  expect(page.error("Note")).toContain("Note is required");
  page = await page.fill("Note", "Paid by phone, entered by hand").press("Save note");
  expect(page.text + page.toasts).toContain("Note saved");
  const explained = await superAdmin.open("/settings/books?state=explained");
  expect(explained.within("Differences").text).toContain("Paid by phone, entered by hand (Dana Whitmore)");
  page = await (await superAdmin.open("/settings/books")).follow("Monthly statement");
  page = await page.select("Month", now.slice(0, 7)).press("Apply");
  expect(page.location).toContain(`month=${now.slice(0, 7)}`);
  const csv = await page.press("Download CSV");
  expect(csv.fileName).toBe(`Books-${now.slice(0, 7)}-regular.csv`);
  expect((await page.press("Download XLSX")).fileName).toMatch(/^Books-.*\.xlsx$/);
});

// Subscriptions. The last tests move the clock by months, which ends every session.

test("filters and exports the subscriptions", async () => {
  let page = await manager.open("/subscriptions?status=Past_Due");
  expect(page.rows("Subscriptions").every((cells) => cells.join(" ").includes("Past Due"))).toBe(true);
  page = await page.follow("Asked to cancel");
  expect(page.rows("Subscriptions").every((cells) => cells.join(" ").includes("Asked to cancel"))).toBe(true);
  page = await page.follow("Clear Filters");
  expect((await page.press("Export")).fileName).toMatch(/^Subscriptions.*\.xlsx$/);
  page = await page.follow("Health");
  expect(page.within("Last runs").text).toContain("Charge due renewals");
});

let serial = 0;

/** A new customer whose first subscription payment has just succeeded. */
async function aSubscriber() {
  const buyer = await aBuyer(portal, `Sub${++serial}`);
  const service = await serviceNamed(portal, buyer.bearer, SERVICE);
  await buy(portal, buyer.bearer, service, { paymentType: "SUBSCRIPTION" });
  const [subscription] = (await portal.api("GET", "/subscription/mine", { bearer: buyer.bearer })).json;
  return { ...buyer, password: BUYER_PASSWORD, name: `Sub${serial} Example`, subscription };
}
type Subscriber = Awaited<ReturnType<typeof aSubscriber>>;

async function chargesOf({ subscription }: Subscriber) {
  const { entries } = await portal.control.ledger<{ kind: string; status: string; metadata: Record<string, string> }>();
  return entries
    .filter((entry) => entry.kind === "charge" && entry.metadata.subscription_id === subscription.id)
    .map(({ status }) => status);
}
const rowOf = (page: ScriptFreePage, name: string) => page.within("Subscriptions").row(name);

test("a client cancels and keeps; staff charge now and cancel", async () => {
  const person = await aSubscriber();
  const customer = await signedIn(portal, person);
  let theirs = await (await customer.open("/subscriptions/mine")).follow(/^Cancel subscription/);
  theirs = await theirs.fill("Reason", "We move this work in-house").press("Cancel subscription");
  expect(theirs.text).toMatch(/Ends on .* You keep what is paid\./);

  const list = `/subscriptions?clientName=${encodeURIComponent(person.name)}`;
  let page = await manager.open(list);
  expect(rowOf(page, person.name).text).toContain("Ends");
  theirs = await theirs.press(/^Keep subscription/);
  expect(theirs.text).toContain("Renews automatically");
  page = await manager.open(list);
  page = await rowOf(page, person.name)
    .expand(/^Actions/)
    .follow("Charge Now");
  expect(page.text).toMatch(/Visa ending in 4242.*The next payment stays on \w+ \d\d, \d{4}\./);
  page = await page.press(/^Charge \$/);
  expect(page.toasts).toEqual(["Subscription charged successfully"]);
  expect(await chargesOf(person)).toEqual(["succeeded"]);
  page = await rowOf(await manager.open(list), person.name)
    .expand(/^Actions/)
    .follow("Cancel");
  expect(page.text).toContain("We will not charge this card again");
  page = await page.press("Cancel subscription");
  expect([page.toasts, rowOf(page, person.name).has("Canceled")]).toEqual([
    ["Subscription canceled successfully"],
    true,
  ]);
  const menu = rowOf(page, person.name).expand(/^Actions/);
  expect(menu.description("Charge Now")).toBe("The subscription is canceled.");
  await expect(menu.press("Charge Now")).rejects.toThrow("does nothing");
  await mailTo(portal, person.email, ({ subject }) => subject.includes("was canceled"));
  expect((await customer.open("/subscriptions/mine")).text).toContain("We will not charge you again.");
});

/** Gives another card for a subscription on the provider's page. */
async function updateCard(browser: ScriptFreeBrowser, number: string) {
  const page = await (await browser.open("/subscriptions/mine")).follow(/^Update card/);
  expect(page.heading).toBe("Update card");
  return await typeCard(await page.press("Save card"), number).press("Save your card");
}

test("renewals: charged, paid by a mailed card link, confirmed at the bank", async () => {
  const [automatic, declined, asked] = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
  const saved = await updateCard(await signedIn(portal, declined), CARDS.failsLater);
  expect(saved.toasts).toEqual(["Your card has been saved."]);
  const bank = await updateCard(await signedIn(portal, asked), CARDS.alwaysAuthenticated);
  expect((await bank.press("Complete authentication")).toasts).toEqual(["Your card has been saved."]);
  await portal.control.moveClock({ advanceMs: 31 * DAY_MS });
  // Seeded subscriptions are due as well, a batch a run.
  const areTried = async () =>
    (await Promise.all([automatic, declined, asked].map(chargesOf))).every((charges) => charges.length > 0);
  for (let run = 0; run < 12 && !(await areTried()); run++) await portal.control.runCron("billing");

  expect(await chargesOf(automatic)).toEqual(["succeeded"]);
  let page = await (await signedIn(portal, automatic)).open("/subscriptions/mine");
  expect([page.has("Renews automatically"), page.rows(/^Payments of/).length]).toEqual([true, 2]);

  const cardLink = /https?:\/\/\S+\/card\/\S+/;
  const [link] = cardLink.exec((await mailTo(portal, declined.email, ({ text }) => cardLink.test(text))).text)!;
  const visitor = scriptFreeBrowser(portal.base);
  const broken = link.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect((await visitor.open(broken)).headings()).toContain("This link no longer works");
  page = await visitor.open(link);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  page = await typeCard(await page.press(/^Save card and pay/), CARDS.good).press("Save your card");
  expect(page.text).toContain("Payment received. Thank you.");
  expect((await visitor.open(link)).headings()).toContain("This link no longer works");
  expect((await chargesOf(declined)).filter((status) => status === "succeeded")).toHaveLength(1);

  const browser = await signedIn(portal, asked);
  page = await browser.open("/");
  expect(page.text).toContain("Your bank needs you to confirm the payment of");
  page = await (await page.follow(/^Confirm payment/)).press("Confirm payment");
  page = await (await page.follow("Continue to your bank")).press("Complete authentication");
  expect([page.text + page.toasts, page.has("Renews automatically")]).toEqual([
    expect.stringContaining("Payment received. Thank you."),
    true,
  ]);
  await portal.control.runCron("billing");
  expect((await chargesOf(asked)).filter((status) => status === "succeeded")).toHaveLength(1);
}, 240_000);
