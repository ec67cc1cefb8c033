import { afterAll, beforeAll, expect, test } from "vitest";
import { pngBytes, xlsxBytes } from "../support/fileBytes";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import {
  aCustomer,
  CARDS,
  chargesOf,
  checkoutOf,
  fillBilling,
  paidOrder,
  payWith,
  quantityOf,
  seeded,
} from "../support/scriptFreeSteps";

const OVERTAKEN = "This record was changed by someone else. Please reload and try again.";
const IMAGES = "Allowed types: .jpg, .jpeg, .png, .webp, .gif";

let portal: RunningPortal;
let manager: ScriptFreeBrowser;
let superAdmin: ScriptFreeBrowser;
let customer: ScriptFreeBrowser;
beforeAll(async () => {
  portal = await startPortal();
  manager = await seeded(portal, "manager");
  superAdmin = await seeded(portal, "superadmin");
  customer = await seeded(portal, "customer");
}, 240_000);
afterAll(() => portal?.remove());

let serial = 0;
const nameOf = (word: string) => `${word} ${++serial}`;
const words = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const file = (name: string, bytes: Uint8Array<ArrayBuffer> | string) =>
  new File([typeof bytes === "string" ? words(bytes) : bytes], name);
const picture = (name: string) => file(name, pngBytes());

/** A service with a name only: the page that its creation leads to. */
async function aService(name: string) {
  const form = await manager.open("/services/new");
  const page = await form.fill("Name", name).check("One-Time").press("Save");
  expect(page.toasts).toEqual(["Service created successfully"]);
  return page;
}
async function aPackage(service: ScriptFreePage, name = "DA 30", price = "120") {
  const dialog = await manager.open(`${service.path}/packages/new`);
  const page = await dialog.fill("Domain Authority Name", name).fill("Price", price).press("Save");
  expect(page.toasts).toEqual(["Package added successfully"]);
}
/** The opened menu of a service's row. */
async function rowMenu(name: string) {
  const page = await manager.open(`/services?serviceType=ALL&name=${encodeURIComponent(name)}`);
  return page.within("Services").row(`Actions for ${name}`).expand(`Actions for ${name}`);
}

// Services.

test("a new service names its mistakes and keeps input, rows and file", async () => {
  let page = await (await manager.open("/services")).follow("Add Service");
  expect([page.isDisabled("Image"), page.isChecked("Regular"), page.isChecked("Recurring")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([page.value("Order duration"), page.value("Frequency")]).toEqual(["1", "MONTH"]);
  page
    .fill("Description", "**Real** sites")
    .attach("Template", file("brief.xlsx", xlsxBytes()))
    .fill("Order duration", "0");
  page = await page.press("Add sub status");
  page = await page.press("Save");
  for (const message of ["Service name is required", "Duration should be minimum 1", "Status is required"])
    expect(page.fieldErrors.join(" ")).toContain(message);
  expect([page.has("brief.xlsx"), page.value("Description")]).toEqual([true, "**Real** sites"]);

  const name = nameOf("Guest posts");
  page = await page
    .fill("Name", name)
    .fill("Order duration", "2")
    .fill("Sub status 1", "Published")
    .press("Add sub status");
  page = await page.fill("Sub status 2", "Outreach").press(/^Move up (Outreach|sub status 2)$/);
  expect([page.value("Sub status 1"), page.value("Sub status 2")]).toEqual(["Outreach", "Published"]);
  page = await page.press("Save");
  expect(page.toasts).toEqual(["Service created successfully"]);
  expect(page.links).toEqual(expect.arrayContaining(["Packages", "Customer Interface", "Download the template"]));

  for (const [sent, bytes] of [
    ["photo.jpg", "<!doctype html><script>1</script>"],
    ["drawing.png", '<svg onload="x()"/>'],
  ] as const) {
    page = await page.attach("Image", file(sent, bytes)).press("Save image");
    expect(page.error("Image")).toContain(`'${sent}' cannot be used. ${IMAGES}`);
  }
  page = await page.attach("Image", picture("cover.png")).press("Save image");
  expect([page.toasts, page.html.includes('alt="Now: cover.png"')]).toEqual([["Image updated successfully"], true]);
  page = await page.fill("Sub status 2", "Live").press("Save");
  expect(page.toasts).toEqual(["Service updated successfully"]);
  page = await page.reload();
  expect([page.value("Sub status 2"), page.value("Order duration")]).toEqual(["Live", "2"]);
  expect(page.links).toContain("Download the template");
});

test("refuses a wrong template and keeps the other answers", async () => {
  const name = nameOf("Refusals");
  let page = (await manager.open("/services/new")).fill("Name", name).check("One-Time") as ScriptFreePage;
  for (const [sent, bytes, reason] of [
    ["tool.xlsx", words("MZ\u0090\u0000"), "cannot be used. Allowed types: .xls, .xlsx"],
    ["torn.xlsx", xlsxBytes().slice(0, -30), "is incomplete or damaged. Save or download it again, then upload it."],
  ] as const) {
    page = await page.attach("Template", file(sent, bytes)).press("Save");
    expect(page.error("Template")).toContain(`'${sent}' ${reason}`);
    expect(page.value("Name")).toBe(name);
  }
  page = await page.attach("Template", file("big.xlsx", "x".repeat(21 * 1024 * 1024))).press("Save");
  expect(page.error("Template")).toContain("'big.xlsx' is larger than 20 MB. Allowed types: .xls, .xlsx");
  expect((await page.press("Save")).toasts).toEqual(["Service created successfully"]);
});

test("refuses a stale save of a service and keeps the input", async () => {
  const name = nameOf("Versions");
  const stale = await aService(name);
  let page = await superAdmin.open(stale.path);
  page = await page.fill("Name", `${name} first`).press("Save");
  const refused = await stale.fill("Name", `${name} later`).press("Save");
  expect([refused.has(OVERTAKEN), refused.value("Name")]).toEqual([true, `${name} later`]);
  // A second save by the same person is not stale.
  page = await page.fill("Name", `${name} second`).press("Save");
  expect([page.toasts, page.value("Name")]).toEqual([["Service updated successfully"], `${name} second`]);
});

test("filters the services by type and name, and resets the filters", async () => {
  const name = nameOf("Filters");
  await aService(name);
  let page = await manager.open("/services");
  expect(page.value("Service Type")).toBe("REGULAR");
  page = await page.fill("Service Name", name.toUpperCase()).press("Apply");
  expect([page.rows("Services").length, page.location.includes("name=FILTERS")]).toEqual([1, true]);
  page = await page.select("Service Type", "Custom").press("Apply");
  expect(page.text).toContain("No services match");
  page = await page.select("Service Type", "All").press("Apply");
  expect(page.rows("Services")).toHaveLength(1);
  expect(page.options("Rows per page")).toEqual(expect.arrayContaining(["5", "10", "25", "50", "100"]));
  page = await page.follow("Reset Filters");
  expect([page.location, page.value("Service Name")]).toEqual(["/services", ""]);
});

test("a hidden service sells by its address only", async () => {
  const name = nameOf("Hidden");
  const service = await aService(name);
  await aPackage(service);
  expect((await customer.open("/services")).links.some((link) => link.startsWith(name))).toBe(true);
  const page = await (await manager.open(service.path)).uncheck(/^Visible in the catalog/).press("Save");
  expect(page.links).not.toContain("Customer Interface");
  expect((await customer.open("/services")).links.some((link) => link.startsWith(name))).toBe(false);
  const dialog = await (await rowMenu(name)).follow("Copy Checkout URL");
  const url = dialog.value(name);
  expect(url).toMatch(/^http:\/\/localhost:\d+\/services\/[0-9A-Za-z_-]+\/checkout$/);
  expect((await customer.open(url)).heading).toContain(name);
});

test("a service without packages asks for no address and no card", async () => {
  const service = await aService(nameOf("Unfinished"));
  const page = await scriptFreeBrowser(portal.base).open(`${service.path}/checkout`);
  expect(page.headings().join()).toContain("This service is not available to order yet");
  expect([page.labels.includes("Address"), page.has("Card Details")]).toEqual([false, false]);
});

test("duplicates a service, and deletes it after a question", async () => {
  const name = nameOf("Doubles");
  await aService(name);
  const copy = `${name} (Copy)`;
  let page = await (await rowMenu(name)).press("Duplicate");
  expect([page.toasts, page.heading.startsWith(copy)]).toEqual([["Service duplicated sucessfully"], true]);
  expect(page.text).toContain("Customers cannot order this service yet");
  page = await (await rowMenu(copy)).follow("Delete");
  expect(page.text).toContain(`Are you sure you want to delete this service: ${copy}?`);
  expect((await page.follow("Cancel")).links).toContain(copy);
  page = await (await (await rowMenu(copy)).follow("Delete")).press("Delete");
  expect([page.toasts, page.links.includes(copy)]).toEqual([["Service deleted sucessfully"], false]);
});

test("services are arranged by their buttons, and the page has a menu", async () => {
  const name = nameOf("Moved");
  await aService(name);
  let page = await (await manager.open("/services")).follow("Arrange");
  const order = () => page.buttons.filter((button) => button.startsWith("Move up"));
  expect(order().at(-1)).toContain(name);
  page = await page.press(new RegExp(`^Move up ${name}`));
  expect(order().at(-1)).not.toContain(name);
  expect(page.focused).toContain(name);
  page = await page.press("Save");
  expect(page.toasts).toEqual(["Services arranged"]);
  const service = await manager.open(page.rowPaths[0]!);
  const menu = service.expand(/^Actions for/);
  for (const action of ["Copy Checkout URL", "Show Orders", "Generate Invoice", "Delete"])
    expect(menu.href(action)).toContain("/");
});

test("a service's invoice is filled from a client, priced and generated", async () => {
  const list = "/services?name=Niche+Edits";
  let page = await (await rowMenu("Niche Edits")).follow("Generate Invoice");
  expect(page.value("Invoice Number")).toMatch(/\d$/);
  const refused = await page.fill("Invoice Number", "").press("Generate");
  for (const label of ["Invoice Number", "Due Date", "Name", "Email", "Invoice Country"])
    expect(refused.error(label)).toContain(`${label} is required`);
  page = await page.fill("Due Date", "2041-01-31").fill("Fill in from a client", "emma.carter").press("Search");
  page.within("Matches").check(page.within("Matches").labels[0]!);
  page = await page.press("Fill in");
  expect([page.value("Name"), page.value("Invoice Country"), page.value("Due Date")]).toEqual([
    "Emma Carter",
    "US",
    "2041-01-31",
  ]);
  expect(page.value("Email")).toMatch(/^emma\.carter@/);
  const total = () => /Total\$([\d,.]+)/.exec(page.text)![1];
  const before = total();
  page = await page.press("More: Quantity of DA 20+");
  expect(total()).not.toBe(before);
  const pdf = await page.fill("Invoice Number", "FORMS-1").fill("Name", "श्री कृष्ण 北京").press("Generate");
  expect([pdf.headers.get("Content-Type"), pdf.fileName]).toEqual(["application/pdf", "Invoice-FORMS-1.pdf"]);
  expect((await manager.open(list)).toasts).toEqual(["Invoice FORMS-1 generated"]);
  expect((await customer.open(page.path)).path).toBe("/");
});

test("links are built for packages, and the checkout follows them", async () => {
  const [path] = (await manager.open("/services?name=Guest+Posts+by")).rowPaths;
  let page = await (await manager.open(path!)).follow("Copy link");
  page = await page.fill(quantityOf("DA 30+"), "5").fill("Campaign (utm_campaign)", "spring").press("Show link");
  expect(page.value("Address")).toMatch(/\/checkout\?packages=da-30:5&utm_campaign=spring$/);
  page = await page.fill(quantityOf("DA 50+"), "two").press("Show link");
  expect(page.text).toContain("Enter a whole number up to 100,000");
  page = await page.fill(quantityOf("DA 50+"), "2").press("Show link");
  const checkout = await scriptFreeBrowser(portal.base).open(page.value("Address"));
  expect([checkout.value(quantityOf("DA 30+")), checkout.value(quantityOf("DA 50+"))]).toEqual(["5", "2"]);

  const affiliate = await seeded(portal, "affiliate");
  page = await (await affiliate.open("/affiliate")).follow("Build a link");
  page = await page.select("Service", "Guest Posts by Domain Authority").press("Show link");
  page = await page.fill(quantityOf("DA 30+"), "1").press("Show link");
  expect(page.value("Address")).toMatch(/\?packages=da-30:1&ref=AFF2026$/);
});

test("the shop leads to a checkout, which names what a link got wrong", async () => {
  const browser = scriptFreeBrowser(portal.base);
  let page = await (await browser.open("/signin")).follow("See our services");
  expect(page.heading).toBe("Explore Our Services");
  page = await page.fill("Search services", "niche").press("Search");
  expect(page.links).not.toContain("Local SEO Management");
  page = await (await page.follow("Niche Edits")).follow("Order DA 30+");
  expect(page.value(quantityOf("DA 30+"))).toBe("1");
  const query = "packages=da-30:5,da-99:2&type=one-time&ref=AFF2026&utm_source=mail";
  page = await browser.open(`${page.path}?${query}`);
  expect(page.location).toMatch(/\?packages=da-30%3A5%2Cda-99%3A2&type=one-time&utm_source=mail$/);
  expect([page.value(quantityOf("DA 30+")), page.value(quantityOf("DA 20+"))]).toEqual(["5", "0"]);
  expect(page.text).toContain("This link has values that we could not use: package “da-99”.");
  expect((await browser.open(`${page.path}?ref=nobody-here`)).text).toContain("referral code “nobody-here”");
});

// The parts of a service.

test("a service is set up in its tabs, found and bought", async () => {
  const name = nameOf("Audit");
  const service = await aService(name);
  const base = service.path;
  let page = await manager.open(`${base}/packages`);
  page = await page.follow("Add");
  page = await page.press("Add discount");
  const discount = () => page.within("Discount 1");
  expect([discount().value("Quantity"), discount().value("Discount (%)")]).toEqual(["10", "1"]);
  discount().fill("Quantity", "2").fill("Discount (%)", "101");
  page = await (await page.press("Add add-on")).press("Add add-on");
  const addOn = (n: number) => page.within(`Add-on ${n}`);
  expect([addOn(1).value("Name"), addOn(1).value("Price"), addOn(1).isChecked("Default")]).toEqual([
    "500 Words",
    "0",
    false,
  ]);
  addOn(1).check("Default");
  addOn(2).fill("Name", "Video walk-through").fill("Price", "40").check("Default");
  page = await (await page.press("Add add-on")).press("Remove add-on 3");
  page = await page.press("Save");
  for (const message of [
    "Domain authority name is required",
    "Discount should be between 1 and 100",
    "Only one add-on can be the default",
  ])
    expect(page.errorSummary).toContain(message);
  expect([addOn(2).value("Name"), addOn(2).value("Price")]).toEqual(["Video walk-through", "40"]);
  discount().fill("Discount (%)", "10");
  addOn(1).uncheck("Default");
  page.fill("Domain Authority Name", "Starter").fill("Description", "For small sites");
  page = (await page.within(/^Package Details/).fill("Price", "100.50")) && (await page.press("Save"));
  expect(page.toasts).toEqual(["Package added successfully"]);
  expect(page.within("Packages").row("Starter").text).toMatch(/For small sites.*2 add-ons, 1 discount.*\$100\.50/);

  page = await manager.open(`${base}/intake-form`);
  for (const type of ["Text", "Text area", "File upload"]) page = await page.press(type);
  const field = (n: number) => page.within(new RegExp(`^Field ${n}:`));
  while (page.buttons.filter((button) => button.startsWith("Remove ")).length > 3)
    page = await field(1).press(/^Remove /);
  field(1).fill("Name", "Website").check("Required");
  field(2).fill("Name", "Goals");
  field(3).fill("Name", "Material").check("Several files");
  field(1)
    .expand("Help text and image")
    .fill("Help text", "With https://")
    .attach("Help image", file("help.svg", "<svg/>"));
  page = await page.press("Save");
  expect(
    field(1)
      .expand(/^Help text and image/)
      .error("Help image"),
  ).toContain(`'help.svg' cannot be used. ${IMAGES}`);
  expect(field(1).value("Help text")).toBe("With https://");
  field(1).attach("Help image", picture("help.png"));
  page = await page.press("Move down Website");
  expect([1, 2, 3].map((n) => field(n).value("Name"))).toEqual(["Goals", "Website", "Material"]);
  page = await page.press("Save");
  expect(page.toasts).toEqual(["Intake form updated successfully"]);
  page = await page.reload();
  expect([field(2).value("Name"), field(3).isChecked("Several files")]).toEqual(["Website", true]);
  expect(field(2).expand(/^Help text and image/).text).toContain("help.png");

  page = await manager.open(`${base}/customer-interface`);
  const report = (n: number) => page.within(`Report ${n}`);
  page = await (await page.press("Add Report")).press("Add Report");
  page = await page.press("Add FAQ");
  for (const n of [1, 2])
    report(n)
      .fill("Title", `Report number ${n}`)
      .attach("Image", picture(`report-${n}.png`));
  page.within("FAQ 1").fill("Question", "How long?").fill("Answer", "**Two** weeks");
  page = await page.press("Save");
  expect(page.errorSummary).toContain("URL is required");
  for (const n of [1, 2]) {
    expect(report(n).text).toContain(`report-${n}.png`);
    report(n).fill("URL", `https://example.com/audit-${n}`);
  }
  page = await page.press("Move up report 2");
  expect(report(1).value("Title")).toBe("Report number 2");
  for (let n = 3; n <= 5; n++) page = await page.press("Add Report");
  expect(page.isDisabled("Add Report")).toBe(true);
  for (let n = 5; n >= 3; n--) page = await page.press(`Remove report ${n}`);
  page = await page.press("Save");
  expect(page.toasts).toEqual(["Customer interface data updated successfully"]);

  const { browser } = await aCustomer(portal);
  page = await browser.open(`${base}/details`);
  expect(page.href(/^View Report Report number 1/)).toBe("https://example.com/audit-1");
  expect(page.expand("How long?").text).toContain("Two weeks");
  page = await page.follow("Buy Now");
  expect(page.choice("Add-on for Starter")).toContain("Video walk-through");
  page = await fillBilling(page).fill(quantityOf("Starter"), "2").press("Update total");
  // 2 x ($100.50 + $40), less 10 %.
  expect(page.within("Order summary").text).toContain("$252.90");
  const success = await payWith(page, CARDS.good);
  const order = paidOrder(success);
  expect(await chargesOf(portal, order.id)).toMatchObject([{ amount: 252_90, status: "succeeded" }]);
  page = await success.follow("Fill in manually");
  expect(page.within("Starter").labels).toEqual(["Goals", "Website", "Material"]);
  expect([page.attribute("Website", "required"), page.has("With https://")]).toEqual(["", true]);

  page = await (await manager.open(`${base}/packages`)).follow("Delete Starter");
  expect(page.text).toContain("1 order that includes it keeps it.");
  page = await page.press("Delete");
  expect([page.toasts, page.has("Starter")]).toEqual([["Package deleted successfully"], false]);
  expect((await browser.open(order.path)).text).toContain("Starter, Video walk-through");
});

test("a stale save of a package shows both versions", async () => {
  const service = await aService(nameOf("Packages"));
  await aPackage(service, "Plus");
  const packages = await manager.open(`${service.path}/packages`);
  const stale = await packages.follow("Edit Plus");
  await (await superAdmin.open(stale.path)).fill("Description", "By a colleague").press("Save");
  const refused = await stale.fill("Description", "Typed here").press("Save");
  expect(refused.errorSummary).toContain(OVERTAKEN);
  expect(refused.value("Description")).toBe("Typed here");
  expect(refused.within("Both versions").text).toContain("By a colleague");
  expect((await refused.follow("Cancel")).row("Plus").text).toContain("By a colleague");
});

test("packages are arranged by their buttons", async () => {
  const service = await aService(nameOf("Arranged"));
  for (const name of ["First", "Second", "Third"]) await aPackage(service, name);
  let page = await (await manager.open(`${service.path}/packages`)).follow("Arrange");
  page = await (await page.press("Move down First")).press("Save");
  expect(page.toasts).toEqual(["Packages arranged"]);
  expect(page.rows("Packages").map(([name]) => name)).toEqual(["Second", "First", "Third"]);
});

// Coupons.

const couponCode = () => `FORMS${++serial}`;

/** Creates a coupon for two services by their search. */
async function aCoupon(code: string, discount = "50", limit = "") {
  let page = await manager.open("/coupons/new");
  page.fill("Code", code.toLowerCase()).fill("Discount", discount);
  for (const name of ["Guest Posts", "Niche Edits"]) {
    page = await page.fill("Search services", name).press("Search services");
    page.within("Services").check(new RegExp(`^${name}`));
  }
  if (limit) page.check("Limit total usages").fill("Usage limit", limit);
  page = await page.check("Set expiry").fill("Expiry date", "2040-01-31").press("Save");
  expect(page.toasts).toEqual(["Coupon created successfully"]);
}
const openCoupon = async (browser: ScriptFreeBrowser, code: string) =>
  await browser.open((await browser.open(`/coupons?status=ALL&code=${code}`)).rowPaths[0]!);

test("a coupon names its mistakes and keeps the input", async () => {
  let page = await (await manager.open("/coupons")).follow("Add Coupon");
  page = await page.check("Limit total usages").check("Set expiry").fill("Description", "For the fair").press("Save");
  for (const message of [
    "Coupon code is required",
    "Discount should be greater than or equal to 1",
    "Atleast one service should be selected",
    "Usage count is required",
    "Expiry date is required",
  ])
    expect(page.errorSummary).toContain(message);
  expect([page.value("Description"), page.isChecked("Limit total usages")]).toEqual(["For the fair", true]);
  page = await page.fill("Usage limit", "0").fill("Discount", "101").fill("Code", "ab").press("Save");
  expect(page.error("Code")).toContain("Code should has minimum 3 characters");
  expect(page.error("Discount")).toContain("Discount should be between 1 and 100");
  expect(page.error("Usage limit")).toContain("Usage count should be greater than or equal to 1");
});

test("a coupon is held up to its limit, then deleted after a question", async () => {
  const code = couponCode();
  await aCoupon(code, "50", "1");
  const checkout = await checkoutOf(portal, "Niche Edits");
  const open = async () => {
    const { browser } = await aCustomer(portal);
    const page = fillBilling(await browser.open(checkout)).fill(quantityOf("DA 20+"), "1");
    return await page.fill("Coupon code", code).press("Apply");
  };
  const hosted = await (await open()).press("Pay $35.00");
  expect(hosted.path).toContain("__stripe");
  expect((await open()).error("Coupon code")).toContain("This coupon has been used up");
  const list = await manager.open(`/coupons?status=ALL&code=${code}`);
  const row = list.within("Coupons").row(code);
  expect(row.text).toMatch(/1 of 1.*Used up|Used up.*1 of 1/);
  let page = await row.expand(`Actions for ${code}`).follow("Delete");
  expect(page.text).toContain(code);
  page = await page.press("Delete");
  expect([page.toasts, page.has("No coupons match")]).toEqual([["Coupon deleted successfully"], true]);
});

test("refuses a coupon that changed between Apply and the order", async () => {
  const code = couponCode();
  await aCoupon(code, "10");
  const { browser } = await aCustomer(portal);
  let page = fillBilling(await browser.open(await checkoutOf(portal, "Niche Edits"))) as ScriptFreePage;
  page = await page.fill(quantityOf("DA 20+"), "1").fill("Coupon code", code).press("Apply");
  expect(page.buttons).toContain("Pay $63.00");
  await (await openCoupon(manager, code)).fill("Discount", "20").press("Save");
  page = await page.press("Pay $63.00");
  expect([page.has("The price has changed."), page.buttons.includes("Pay $70.00")]).toEqual([true, true]);
  page = await page.press("Apply");
  await (await openCoupon(manager, code)).fill("Code", `${code}NEW`).press("Save");
  page = await page.press("Pay $56.00");
  expect([page.has("This coupon code is not valid"), page.value("City")]).toEqual([true, "Springfield"]);
  const order = paidOrder(await payWith(page.fill("Coupon code", "") as ScriptFreePage, CARDS.good));
  expect(await chargesOf(portal, order.id)).toMatchObject([{ amount: 7_000, status: "succeeded" }]);
});

test("a stale coupon edit is refused; a switch turned off stays off", async () => {
  const code = couponCode();
  await aCoupon(code);
  const stale = await openCoupon(manager, code);
  await (await openCoupon(superAdmin, code)).fill("Description", "First").press("Save");
  const refused = await stale.uncheck("Set expiry").fill("Description", "Second").press("Save");
  expect(refused.errorSummary).toContain(OVERTAKEN);
  expect([refused.value("Description"), refused.isChecked("Set expiry")]).toEqual(["Second", false]);
});

// Announcements and creatives.

const dismiss = (name: string) => `Dismiss ${name}`;

test("an announcement is written, dismissed, ended and deleted", async () => {
  const name = nameOf("Offer");
  let page = await (await manager.open("/announcements")).follow("New Announcement");
  page = await page.press("Save");
  for (const label of ["Title", "Description", "URL", "Image"])
    expect(page.error(label)).toContain(`${label} is required`);
  page.fill("Title", name).fill("Description", "Ten links, one free.").fill("URL", "http://127.1/");
  page = await page.attach("Image", file("note.png", "no picture")).press("Save");
  expect(page.error("Image")).toContain("'note.png' cannot be used.");
  page = await page.attach("Image", picture("offer.png")).press("Save");
  expect(page.error("URL")).toContain("URL is not valid");
  expect([page.value("Title"), page.items("Already received").join().includes("offer.png")]).toEqual([name, true]);
  page = await page.fill("URL", "https://example.com/offer").press("Save");
  expect([page.path, page.toasts]).toEqual(["/announcements", ["Announcement created successfully"]]);
  expect(page.row(name).text).toContain("Visible");

  const { browser } = await aCustomer(portal);
  let home = await browser.open("/");
  expect([home.has("Ten links, one free."), home.html.includes("https://example.com/offer")]).toEqual([true, true]);
  home = await home.press(dismiss(name));
  expect([home.toasts, home.buttons.includes(dismiss(name))]).toEqual([["Announcement dismissed"], false]);
  expect((await browser.open("/")).buttons).not.toContain(dismiss(name));
  expect((await customer.open("/")).buttons).toContain(dismiss(name));

  page = await manager.open(page.row(name).hrefsOf("row-link")[0]!);
  page = await page.fill("From", "2001-01-01").fill("Until", "2001-01-02").press("Save");
  expect(page.error("Until")).toContain("This day has passed.");
  page = await page.check("Save it with this day, although it has passed").press("Save");
  expect([page.toasts, page.row(name).has("Visible, ended")]).toEqual([["Announcement updated successfully"], true]);
  expect((await customer.open("/")).buttons).not.toContain(dismiss(name));
  page = await page
    .row(name)
    .expand(/^Actions/)
    .follow("Delete");
  expect(page.text).toContain(`Are you sure you want to delete this announcement: ${name}?`);
  page = await page.press("Delete");
  expect([page.toasts, page.has(name)]).toEqual([["Announcement deleted successfully"], false]);
});

test("announcements are filtered; a stale edit is refused", async () => {
  let page = await manager.open("/announcements");
  expect(page.value("Visibility")).toBe("true");
  page = await page.select("Visibility", "Not Visible").press("Apply");
  expect([page.location.includes("visible=false"), page.rowsWith(/^Draft|Draft/).length]).toEqual([true, 1]);
  const [path] = page.rowPaths;
  const stale = await manager.open(path!);
  await (await superAdmin.open(path!)).fill("Description", "Read once more.").press("Save");
  const refused = await stale.fill("Description", "My own words.").press("Save");
  expect(refused.errorSummary).toContain(OVERTAKEN);
  expect(refused.value("Description")).toBe("My own words.");
});

test("a creative is written, read by affiliates, hidden and deleted", async () => {
  const name = nameOf("Banner");
  let page = await (await manager.open("/creatives")).follow("New Creative");
  page = await page.press("Save");
  for (const message of ["Title is required", "URL is required", "Status is required", "Validity is required"])
    expect(page.errorSummary).toContain(message);
  page.fill("Title", name).fill("Description", "728 x 90").fill("Validity", "2041-03-05").select("Status", "ACTIVE");
  page.fill("URL", "https://example.com/banner").attach("Document or image", picture("banner.png"));
  page = await page.press("Save");
  expect([page.path, page.toasts, page.row(name).has("5 Mar 41")]).toEqual([
    "/creatives",
    ["Creative created successfully"],
    true,
  ]);

  const affiliate = await seeded(portal, "affiliate");
  const list = await affiliate.open("/creatives");
  expect([list.links.includes("New Creative"), list.has("Spring campaign")]).toEqual([false, false]);
  const shown = await list.follow(name);
  expect([shown.heading, shown.value("Title"), shown.isDisabled("Title")]).toEqual(["View Creatives", name, true]);
  for (const label of ["Save", "Delete"]) expect(shown.buttons).not.toContain(label);
  expect(shown.value("Your referral link")).toMatch(/\/r\/AFF2026$/);
  page = await manager.open(page.row(name).hrefsOf("row-link")[0]!);
  page = await page.select("Status", "INACTIVE").press("Save");
  expect(page.toasts).toEqual(["Creative updated successfully"]);
  expect((await affiliate.open(shown.path)).status).toBe(404);
  page = await (await manager.open("/creatives?status=ALL"))
    .row(name)
    .expand(/^Actions/)
    .follow("Delete");
  expect((await page.press("Delete")).toasts).toEqual(["Creative deleted successfully"]);
});
