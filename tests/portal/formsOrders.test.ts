import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfBytes, xlsxBytes } from "../support/fileBytes";
import { readSheet } from "../support/readSheet";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import type { ScriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import { seeded } from "../support/scriptFreeSteps";

const OVERTAKEN = "This record was changed by someone else. Please reload and try again.";
const SAVED = ["Order updated successfully"];

let portal: RunningPortal;
let customer: ScriptFreeBrowser;
let manager: ScriptFreeBrowser;
let admin: ScriptFreeBrowser;
let superAdmin: ScriptFreeBrowser;
beforeAll(async () => {
  portal = await startPortal();
  customer = await seeded(portal, "customer");
  manager = await seeded(portal, "manager");
  admin = await seeded(portal, "admin");
  superAdmin = await seeded(portal, "superadmin");
}, 240_000);
afterAll(() => portal?.remove());

/** The addresses of a list's orders. Tests take different ones, because they change them. */
const ordersOf = async (browser: ScriptFreeBrowser, query: string) => (await browser.open(`/orders?${query}`)).rowPaths;
const statusOf = (page: ScriptFreePage) => page.textsOf("status")[0];
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);
const words = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const dayFromNow = async (days: number) => {
  const { now } = await portal.control.clock();
  return new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
};

// The list.

test("filters stand in the address and are cleared", async () => {
  let page = await manager.open("/orders");
  expect(() => page.check("Completed")).toThrow("is closed");
  page.within("Status").expand("Any");
  page = await page.check("Completed").press("Apply");
  expect(page.location).toContain("status=Completed");
  expect(page.links).toContain("Remove filter Status: Completed");
  expect(new Set(page.rows("Orders").map((cells) => cells.find((text) => text === "Completed")))).toEqual(
    new Set(["Completed"]),
  );
  expect((await page.follow("Clear Filters")).location).toMatch(/\/orders\??$/);
});

test("views lead to their lists; customers have theirs and no tools", async () => {
  const page = await (await manager.open("/orders")).follow("Needs work");
  expect(page.location).toContain("status=Active&status=Working");
  expect(page.rows("Orders").every((cells) => /Active|Working/.test(cells.join(" ")))).toBe(true);
  const own = await (await customer.open("/orders")).follow("Needs your input");
  expect(own.location).toContain("status=Inputs_Required");
  expect(own.rows("Orders").length).toBeGreaterThan(0);
  expect([own.buttons.includes("Export"), own.links.includes("Create Order")]).toEqual([false, false]);
  for (const address of ["/orders/new", "/orders/new/clients?text=ex"])
    expect((await customer.open(address)).path).toBe("/");
});

test("invalid filters of an address are named and removed by a press", async () => {
  let page = await manager.open("/orders?status=Nonsense&dateField=createdTime&from=2026-02-01&to=2026-01-05");
  expect(page.links.join()).toContain("Created: 01/02/2026 to 05/01/2026 (From is after To)");
  page = await page.follow(/Status: "Nonsense" was not understood/);
  expect(page.location).toMatch(/\?dateField=createdTime&from=2026-02-01&to=2026-01-05$/);
});

test("further filters are drawn when asked, and keep what was typed", async () => {
  let page = await manager.open("/orders");
  page = await page.fill("Client Name", "an").press("More filters");
  expect([page.location, page.value("Client Name")]).toEqual([
    expect.stringMatching(/clientName=an&filters=more/),
    "an",
  ]);
  expect(page.labels).toContain("Date");
  page = await page.follow("Fewer filters");
  expect([page.labels.includes("Date"), /clientName=an$/.test(page.location)]).toEqual([false, true]);
  page = await manager.open(
    "/orders?status=Working&assignedToAdminId=none&dateField=createdTime&from=2020-01-01&to=2099-12-31",
  );
  page = await page.follow(/^Remove filter Assigned/);
  expect(page.location).not.toContain("assignedToAdminId");
  expect(page.value("From")).toBe("2020-01-01");
});

test("a list is filtered by completion and sorted by its header", async () => {
  let page = await (await manager.open("/orders")).press("More filters");
  page = await page.select("Date", "Completed").fill("From", "2020-01-01").fill("To", "2099-12-31").press("Apply");
  expect(page.links).toContain("Remove filter Completed: 01/01/2020 to 31/12/2099");
  const [newest] = page.rows("Orders");
  page = await page.within("Orders").follow(/Created Date/);
  expect(page.location).toContain("sort=createdTime.asc");
  expect(page.rows("Orders")[0]).not.toEqual(newest);
});

test("pages and rows per page are links and a form", async () => {
  let page = await manager.open("/orders");
  const [first] = page.rows("Orders");
  page = await page.follow("Page 2");
  expect([page.rows("Orders").length, page.has(/11 to 20 of/)]).toEqual([10, true]);
  expect(page.rows("Orders")[0]).not.toEqual(first);
  page = await page.select("Rows per page", "25").press("Show");
  expect(page.rows("Orders")).toHaveLength(25);
});

test("exports the filtered list", async () => {
  const page = await manager.open("/orders?status=Completed&size=100");
  const saved = await page.press("Export");
  expect(saved.fileName).toMatch(/^Orders-\d{8}-\d{6}\.xlsx$/);
  const [heads, ...rows] = readSheet(saved.bytes);
  expect(heads!.slice(0, 3)).toEqual(["Service Details", "Order ID", "Client Name"]);
  expect(rows.length).toBeGreaterThanOrEqual(page.rows("Orders").length);
  expect(new Set(rows.map((row) => row[7]))).toEqual(new Set(["Completed"]));
});

test("assigns a page of orders and undoes it", async () => {
  let page = await manager.open("/orders?assignedToAdminId=none&size=50");
  const numbers = page.labels.filter((label) => label.startsWith("Select order"));
  expect(numbers.length).toBeGreaterThan(10);
  for (const label of numbers) page.check(label);
  page = await page.select("Assign to", "Marcus Ellery (you)").press("Assign");
  expect(page.toasts).toEqual([expect.stringContaining(`${numbers.length} orders changed`)]);
  expect(page.labels).not.toContain(numbers[0]);
  page = await page.press("Undo");
  expect(page.toasts).toEqual([`${numbers.length} orders put back`]);
  expect(page.labels).toContain(numbers[0]);
  const none = await page.select("New status", "Working").press("Set status");
  expect(none.text + none.toasts).toMatch(/[Ss]elect (at least one|an) order/);
});

test("keeps a list as a view and steps through its orders", async () => {
  let page = await manager.open("/orders?status=Completed&status=Cancelled&size=50");
  page = await page.follow("Save view");
  page = await page.press("Save view");
  expect(page.error("Name")).not.toBe("");
  page = await page
    .fill("Name", "Finished by forms")
    .check(/^Show it to the team/)
    .press("Save view");
  expect(page.toasts).toEqual(["View saved"]);
  const list = await page.within("Main").follow(/^Finished by forms/);
  const [first, second] = list.rowPaths;
  page = await manager.open(list.hrefsOf("row-link")[0]!);
  expect([page.path, page.links.includes("Previous order")]).toEqual([first, false]);
  page = await page.follow("Next order");
  expect(page.path).toBe(second);
  page = await page.follow("Previous order");
  expect(page.path).toBe(first);
  expect((await page.within("Breadcrumb").follow("Orders")).location).toContain("status=Completed");
  const row = (await manager.open("/views")).row(/Finished by forms.*Actions/);
  page = await (await row.expand(/^Actions/).follow("Delete")).press("Delete");
  expect(page.toasts).toEqual(["View deleted"]);
});

// Manual orders.

/** Chooses the first client that matches. */
async function pickClient(page: ScriptFreePage, label: string, text: string) {
  const found = await page.fill(label, text).press("Search");
  const [match] = found.within("Matches").labels;
  found.within("Matches").check(match!);
  return found;
}

test("staff create a manual order that is paid", async () => {
  let page = await (await manager.open("/orders")).follow("Create Order");
  page = await pickClient(page, "Client", "emma.carter");
  page = await page.select("Service", "Niche Edits").press("Show packages");
  page = await page.press("More: Quantity of DA 20+");
  page = await page.press("More: Quantity of DA 20+");
  expect([page.value("Quantity of DA 20+"), page.has("Total$140.00")]).toEqual(["2", true]);
  page = await page.fill("Paid date", "2026-01-15").fill("Transaction details", "Wire transfer 4711").press("Create");
  expect(page.toasts).toEqual(["Order created successfully"]);
  expect(page.path).toMatch(/\/orders\/[A-Za-z0-9_-]+$/);
  expect([page.has("Wire transfer 4711"), page.has("$140.00"), page.has("Emma Carter")]).toEqual([true, true, true]);
});

test("a manual order names each missing field and keeps the input", async () => {
  const cookie = await portal.cookie("manager@example.com");
  const forged = await portal.post(
    "/orders/new",
    { intent: "create", checkoutKey: "forged", totalPrice: "0" },
    { cookie },
  );
  expect(forged.status).toBe(400);
  for (const text of [
    "Select a client",
    "Select a service",
    "Paid date is required",
    "Transaction details are required",
  ])
    expect(forged.text).toContain(text);
  await expect((await manager.open("/orders/new")).press("Create")).rejects.toThrow("disabled");
  let page = await (await manager.open("/orders/new")).select("Service", "Niche Edits").press("Show packages");
  page = await page.fill("Quantity of DA 20+", "3").fill("Transaction details", "Kept").press("Update total");
  page = await page.fill("Paid date", "").press("Create");
  expect([page.error("Client"), page.error("Paid date")]).toEqual([
    expect.stringContaining("Select a client"),
    expect.stringContaining("Paid date is required"),
  ]);
  expect([page.value("Transaction details"), page.value("Quantity of DA 20+")]).toEqual(["Kept", "3"]);
});

// One order.

test("staff save steps, assignee and notes; a stale save is refused", async () => {
  const [path] = await ordersOf(manager, "status=Working&size=100&serviceName=Guest");
  const stale = await superAdmin.open(path!);
  let page = await manager.open(path!);
  const [, name] = page.options("Assigned");
  page = await page.fill("Notes", "Mine was first").select("Assigned", name!).press("Save");
  expect([page.toasts, page.value("Notes"), page.choice("Assigned")]).toEqual([SAVED, "Mine was first", name]);
  const refused = await stale.fill("Notes", "Mine was later").press("Save");
  expect([refused.has(OVERTAKEN), refused.value("Notes")]).toEqual([true, "Mine was later"]);
});

test("a tick includes the earlier steps after saving", async () => {
  const list = await manager.open("/orders?status=Active&size=100");
  const steps = (page: ScriptFreePage) => page.within("Steps done");
  let page: ScriptFreePage | undefined;
  for (const path of list.rowPaths) {
    page = await manager.open(path);
    if (page.headings().includes("Manage") && page.has("Steps done")) break;
  }
  const [first, second] = steps(page!).labels;
  steps(page!).uncheck(first!);
  page = await page!.press("Save");
  expect(page.toasts).toEqual(SAVED);
  expect(steps(page).isChecked(second!)).toBe(false);
  steps(page).check(second!);
  page = await page.press("Save");
  expect([steps(page).isChecked(first!), steps(page).isChecked(second!)]).toEqual([true, true]);
});

test("cancelling asks for a reason, a super admin takes it back", async () => {
  const path = (await ordersOf(superAdmin, "status=Working&size=100"))[5]!;
  let page = await superAdmin.open(path);
  page = await page.select("Status", "Cancelled").press("Save");
  expect(page.path).toBe(`${path}/cancel`);
  expect(page.text).toContain("Are you sure you want to cancel this order?");
  page = await page.press("Cancel order");
  expect(page.error("Reason")).not.toBe("");
  page = await page.fill("Reason", "Ordered twice").press("Cancel order");
  expect([page.path, page.has("This order is cancelled"), page.has("Ordered twice")]).toEqual([path, true, true]);
  page = await (await page.follow("Reopen order")).fill("Reason", "Not twice after all").press("Reopen order");
  expect([statusOf(page), page.has("This order is cancelled")]).toEqual(["Working", false]);
});

test("staff move a deadline with a reason and find it in the history", async () => {
  const overdue = await (await manager.open("/orders")).follow("Overdue");
  let page: ScriptFreePage | undefined;
  for (const path of overdue.rowPaths) {
    page = await manager.open(path);
    if (page.links.includes("Change deadline")) break;
  }
  const { path } = page!;
  page = await (await page!.follow("Change deadline")).fill("Due", "2040-01-07").press("Save");
  expect([page.error("Reason"), page.value("Due")]).toEqual([expect.stringContaining("Give a reason"), "2040-01-07"]);
  page = await page.fill("Reason", "The publisher answers late").press("Save");
  expect([page.toasts, page.has(/[7-9] Jan 40/)]).toEqual([["Deadline changed"], true]);
  expect((await manager.open(`${path}?tab=history`)).text).toContain("The publisher answers late");
});

test("priority, tags and snooze lead through the work queue", async () => {
  const path = (await ordersOf(superAdmin, "status=Working&size=100"))[8]!;
  let page = await superAdmin.open(path);
  const number = /\d+/.exec(page.heading)![0];
  page.select("Assigned", "none").select("Priority", "urgent").fill("Tags", "Rush, Journey tag");
  page = await page.fill("Snooze until", "").fill("Snoozed because", "").press("Save");
  expect(page.toasts).toEqual(SAVED);
  expect((await superAdmin.open("/orders?tags=Journey+tag&priority=urgent")).row(number).text).toContain("Urgent");
  page = await page.fill("Snooze until", await dayFromNow(3)).press("Save");
  expect([page.error("Snoozed because") !== "", page.value("Tags")]).toEqual([true, "Journey tag, Rush"]);
  page = await page.fill("Snoozed because", "The client is away").press("Save");
  expect(page.toasts).toEqual(SAVED);
  const queue = await superAdmin.open("/work");
  expect(queue.headings(2).some((name) => /^Snoozed \d+/.test(name))).toBe(true);
  expect((await superAdmin.open("/work?group=snoozed")).row(number).text).toContain("The client is away");
});

test("an order of the queue is taken by a press", async () => {
  let page = await manager.open("/work");
  const take = page.buttons.find((name) => name.startsWith("Take order"))!;
  const number = /\d+/.exec(take)![0];
  page = await page.rowsWith(number)[0]!.press(take);
  const [path] = await ordersOf(manager, `orderId=${number}`);
  expect((await manager.open(path!)).choice("Assigned")).toContain("Marcus Ellery");
});

test("a tag is renamed, recolored and deleted for all its orders", async () => {
  const path = (await ordersOf(manager, "status=Working&size=100"))[9]!;
  let page = await manager.open(path);
  const former = page.value("Tags");
  page = await page.fill("Tags", `${former}, Old forms`).press("Save");
  page = await (await page.follow("Manage tags")).row("Old forms").follow("Old forms");
  page = await page.fill("Name", "").select("Color", "green").press("Save");
  expect([page.error("Name") !== "", page.value("Color")]).toEqual([true, "green"]);
  page = await page.fill("Name", "New forms").press("Save");
  expect(page.toasts).toEqual(["Tag saved"]);
  expect((await manager.open(path)).value("Tags")).toContain("New forms");
  page = await (await manager.open("/tags"))
    .row("New forms")
    .expand(/^Actions/)
    .follow("Delete");
  expect(page.text).toContain("1 order loses it.");
  page = await page.press("Delete");
  expect([page.toasts, page.has("New forms")]).toEqual([["Tag deleted"], false]);
  expect((await manager.open(path)).value("Tags")).toBe(former);
});

const refundsOn = (page: ScriptFreePage) =>
  page
    .within("Refunds")
    .rowsWith("")
    .map(({ text }) => text);

test("an Admin refunds a part, then the rest; a stale refund is refused", async () => {
  let page: ScriptFreePage | undefined;
  const payment = () => page!.within("Payment");
  for (const path of await ordersOf(admin, "status=Completed&size=100&sort=createdTime.asc")) {
    page = await admin.open(path);
    if (payment().links.includes("Refund") && page.has("Payment id")) break;
  }
  const { path } = page!;
  page = await payment().follow("Refund");
  const stale = await admin.open(`${path}/refund`);
  expect(page.text).toContain("The order stays Completed");
  page = await page.fill("Amount", "1,500").press("Refund");
  expect(page.error("Amount")).toContain("“1,500” can mean 1500.00 or 1.50. Write one of them");
  expect([page.error("Reason"), page.value("Amount")]).toEqual([expect.stringContaining("Give a reason"), "1,500"]);
  page = await page.fill("Amount", "99999.00").fill("Reason", "Two weeks late").press("Refund");
  expect(page.error("Amount")).toMatch(/At most \$[\d,.]+ can be refunded/);
  page = await page.fill("Amount", "10.50").press("Refund");
  expect([page.path, page.toasts]).toEqual([path, ["$10.50 refunded"]]);
  expect(refundsOn(page).join()).toMatch(/\$10\.50 refunded.*Two weeks late/);
  const overtaken = await stale.fill("Amount", "5.00").fill("Reason", "Goodwill").press("Refund");
  expect([overtaken.has(OVERTAKEN), overtaken.value("Reason")]).toEqual([true, "Goodwill"]);
  const history = await page.follow("History");
  expect(history.headings()).toEqual(expect.arrayContaining(["Order refunded", "Refund requested", "Order placed"]));
  page = await (await admin.open(`${path}/refund`)).fill("Reason", "And the rest").press("Refund");
  expect([payment().has("Refunded"), payment().links.includes("Refund")]).toEqual([true, false]);
  expect((await admin.open(`${path}/refund`)).text).toContain("This order has already been fully refunded.");
  expect(refundsOn(await manager.open(path))).toHaveLength(2);
  expect((await manager.open(`${path}/refund`)).path).toBe("/");
});

test("a dispute is shown with its deadline and blocks the refund", async () => {
  const { entries } = await portal.control.ledger<{
    kind: string;
    status: string;
    paymentIntent: string;
    metadata: { order_id?: string };
  }>();
  const dispute = entries.find(({ kind, status }) => kind === "dispute" && status === "needs_response")!;
  const charge = entries.find((one) => one.kind === "charge" && one.paymentIntent === dispute.paymentIntent)!;
  const path = `/orders/${Buffer.from(charge.metadata.order_id!).toString("base64url")}`;
  const page = await superAdmin.open(path);
  expect(page.text).toMatch(
    /Payment disputed: \$[\d,.]+, fraudulent \(needs your evidence\).*Answer by \w+ \d\d, \d{4}\./,
  );
  expect(page.links).not.toContain("Refund");
  expect((await superAdmin.open(`${path}/refund`)).text).toMatch(/A dispute has withdrawn \$[\d,.]+ of this payment\./);
  const headings = (await superAdmin.open(`${path}?tab=history`)).headings();
  expect(headings).toEqual(expect.arrayContaining(["Payment disputed", "Disputed money withdrawn"]));
});

test("a customer sees own orders only, without staff tools", async () => {
  const home = await customer.open("/");
  expect((await home.follow("Show More")).path).toBe("/orders");
  const [own] = await ordersOf(customer, "status=Working");
  const page = await customer.open(own!);
  for (const label of ["Notes", "Status", "Assigned"]) expect(page.labels).not.toContain(label);
  expect([page.has("Your manager"), page.links.includes("History")]).toEqual([true, false]);
  expect((await page.follow("Reports")).title).toMatch(/^Reports of order \d+ \|/);
  expect((await customer.open(`${own}?tab=history`)).text).toContain("Unknown Tab");
  expect((await customer.open(`${own}/cancel`)).path).toBe("/");
  const [unpaid] = await ordersOf(customer, "status=Abandoned_Checkout");
  expect((await customer.open(unpaid!)).href("Resume payment")).toBe(`${unpaid}/pay`);
  const stranger = await seeded(portal, "affiliate");
  for (const path of [own!, "/orders/zzz"]) {
    const missing = await stranger.open(path);
    expect([missing.status, missing.heading]).toEqual([404, "404 | Page not found"]);
  }
});

test("only the order's customer downloads its invoice", async () => {
  let page: ScriptFreePage | undefined;
  for (const path of await ordersOf(customer, "size=100")) {
    page = await customer.open(path);
    if (page.links.includes("Download PDF")) break;
  }
  const saved = await page!.follow("Download PDF");
  expect([saved.fileName, saved.headers.get("Content-Type")]).toEqual([
    expect.stringMatching(/^Invoice-\d+\.pdf$/),
    "application/pdf",
  ]);
  expect(Buffer.from(saved.bytes.slice(0, 5)).toString()).toBe("%PDF-");
  expect((await (await seeded(portal, "affiliate")).open(page!.href("Download PDF"))).status).toBe(404);
});

test("both sides add, change and delete their own project entries", async () => {
  let page: ScriptFreePage | undefined;
  const project = () => page!.within("Project details");
  for (const path of (await ordersOf(customer, "status=Working&size=100")).slice(1)) {
    page = await customer.open(path);
    if (project().links.some((name) => name.startsWith("Add entry"))) break;
  }
  const { path } = page!;
  const mine = () =>
    project()
      .textsOf("order-entry")
      .filter((text) => text.includes("Filled in by you"));
  const before = mine().length;
  const add = project().links.find((name) => name.startsWith("Add entry"))!;
  page = await project().follow(add);
  page = await page.press("Save");
  expect(page.fieldErrors[0]).toContain("is required");
  const isText = (label: string) => page!.attribute(label, "type") !== "file";
  const labels = page.labels.filter(isText);
  for (const label of labels)
    page.fill(label, page.attribute(label, "type") === "number" ? "7" : "https://example.com/typed");
  page = await page.press("Save");
  expect([page.path, page.toasts]).toEqual([path, SAVED]);
  expect(mine()).toHaveLength(before + 1);

  const edits = project().hrefs(/^Edit/);
  page = await customer.open(edits.at(-1)!);
  expect(page.value(labels[0]!)).toBe("https://example.com/typed");
  page = await page.fill(labels[0]!, "https://example.com/changed").press("Save");
  expect(mine().filter((text) => text.includes("https://example.com/changed"))).toHaveLength(1);
  const theirs = await manager.open(path);
  expect(theirs.within("Project details").links.filter((name) => /^(Edit|Delete)/.test(name))).toEqual([]);
  expect((await manager.open(`${path}?tab=history`)).text).toContain("https://example.com/changed");
  page = await customer.open(
    project()
      .hrefs(/^Delete/)
      .at(-1)!,
  );
  expect(page.text).toContain("Are you sure you want to delete this entry?");
  page = await page.press("Delete entry");
  expect(mine()).toHaveLength(before);
});

// Messages, reports and approval.

const talk = (page: ScriptFreePage) => page.within("Conversation");
const messageField = /^(Your message|Message to the client|Internal message)/;
const say = async (page: ScriptFreePage, text: string) => {
  const next = await talk(page).fill(messageField, text).press("Send");
  expect(next.toasts).toEqual(["Message sent successfully"]);
  expect(talk(next).value(messageField)).toBe("");
  return next;
};

test("reports, both threads, changes and approval work on both sides", async () => {
  const [path] = await ordersOf(customer, "status=Working");
  let staff = await (await manager.open(path!)).within("Order").follow("Reports");
  staff.attach("Upload reports", file("audit.pdf", pdfBytes()), file("links.xlsx", xlsxBytes()));
  staff = await staff.press("Send to client");
  expect(staff.toasts).toEqual(["Uploaded successfully"]);
  expect(staff.links).toEqual(expect.arrayContaining(["audit.pdf", "links.xlsx"]));
  await say(await manager.open(path!), "Your reports are there");
  staff = await (await manager.open(path!)).within("Threads").follow("Team only");
  expect(staff.location).toContain("thread=admin");
  staff = await say(staff, "For the team alone");
  expect((await staff.within("Threads").follow("Customer")).text).not.toContain("For the team alone");

  let page = await customer.open(`${path}?thread=admin`);
  expect([page.has("Your reports are there"), page.has("For the team alone")]).toEqual([true, false]);
  const reports = await customer.open(`${path}?tab=reports`);
  expect([reports.links.includes("audit.pdf"), reports.labels.includes("Upload reports")]).toEqual([true, false]);
  expect(reports.links.some((name) => name.startsWith("Delete"))).toBe(false);
  page = await say(page, "Thank you");
  await expect(async () => page.fill(/What should we change/, "x")).rejects.toThrow("is closed");
  page.expand("Ask for changes");
  page = await page.fill(/What should we change/, "Please change the title").press("Send request");
  expect([page.has("Changes requested"), talk(page).has("Please change the title")]).toEqual([true, true]);
  expect((await manager.open(path!)).text).toContain("The client asked for changes");
  page = await page.press("Approve");
  expect(page.text).toContain("You approved this delivery");
  staff = await manager.open(`${path}?tab=reports`);
  expect(staff.text).toContain("The client approved this delivery");
  staff = await staff.follow("Delete links.xlsx");
  expect(staff.text).toContain("Are you sure you want to delete this report?");
  staff = await staff.press("Delete report");
  expect([staff.toasts, staff.links.includes("links.xlsx")]).toEqual([["Report deleted successfully"], false]);
});

test("does not approve a report that arrived unseen", async () => {
  const path = (await ordersOf(customer, "status=Working"))[1]!;
  const upload = async (name: string) => {
    const page = await manager.open(`${path}?tab=reports`);
    await page.attach("Upload reports", file(name, pdfBytes())).press("Send to client");
  };
  await upload("meanwhile-1.pdf");
  let page = await customer.open(path);
  await upload("meanwhile-2.pdf");
  page = await page.press("Approve");
  expect(page.text).toContain("The reports for this order have changed");
  expect((await page.press("Approve")).text).toContain("You approved this delivery");
});

test("refuses an invalid file by name and keeps the others", async () => {
  const path = (await ordersOf(manager, "status=Active&size=100"))[3]!;
  let page = await manager.open(`${path}?tab=reports`);
  page.attach("Upload reports", file("good.pdf", pdfBytes()), file("report.pdf", words("MZ program")));
  page = await page.press("Send to client");
  expect(page.error("Upload reports")).toContain(
    "'report.pdf' cannot be used. Allowed types: .pdf, .doc, .docx, .xls, .xlsx",
  );
  expect(page.items("Already received").join()).toContain("good.pdf");
  page = await page.press("Send to client");
  expect([page.toasts, page.links.includes("good.pdf")]).toEqual([["Uploaded successfully"], true]);
});

test("a refused message stays in its box", async () => {
  const [path] = await ordersOf(customer, "status=Working");
  const page = await talk(await customer.open(path!))
    .fill(messageField, "<p></p>")
    .press("Send");
  expect(talk(page).error(messageField)).toContain("Write a message");
  expect(talk(page).value(messageField)).toBe("<p></p>");
});

test("a thread carries files, quotes, edits and read times", async () => {
  const path = (await ordersOf(customer, "status=Working"))[2]!;
  const own = talk(await customer.open(path))
    .fill(messageField, "My brief")
    .attach("Files", file("brief.pdf", pdfBytes()));
  await own.press("Send");
  let staff = await manager.open(path);
  expect((await talk(staff).follow("brief.pdf")).bytes).toHaveLength(pdfBytes().length);
  staff = await talk(staff)
    .row("My brief")
    .follow(/^Quote/);
  const quoted = talk(staff).value(messageField);
  expect(quoted).toContain("> My brief");
  staff = await say(staff, `${quoted}\n\nThanks`);
  staff = await talk(staff).row("Thanks").follow(/^Edit/);
  staff = await staff.fill(/Message/, "Received").press("Save");
  expect(staff.toasts).toEqual(["Message updated successfully"]);
  expect(talk(staff).row("Received").text).toContain("edited");
  expect(talk(await customer.open(path)).has("Received")).toBe(true);
  expect(talk(await manager.open(path)).row("Received").text).toMatch(/Read /);
});

test("the team thread stays selected through tabs, dialogs and saves", async () => {
  const path = (await ordersOf(manager, "status=Working&size=100"))[10]!;
  let page = await (await manager.open(path)).within("Threads").follow("Team only");
  page = await page.within("Order").follow("Reports");
  expect([page.location.includes("?tab=reports&thread=admin"), talk(page).labels[0]]).toEqual([
    true,
    "Internal message",
  ]);
  page = await (await page.follow("Cancel order")).follow("Keep order");
  expect(page.location).toContain("?tab=reports&thread=admin");
  page = await page.fill("Notes", "Seen by forms").press("Save");
  expect([page.toasts, page.location.includes("?tab=reports&thread=admin")]).toEqual([SAVED, true]);
});

test("reports lead to their download, or to the messages", async () => {
  let page = await customer.open((await ordersOf(customer, "status=Completed"))[0]!);
  page = await page.follow("View Report");
  expect(page.location).toContain("?tab=reports");
  const download = page.links.find((name) => name.startsWith("Download"))!;
  expect((await page.follow(download)).fileName).toMatch(/\.(pdf|xlsx)$/);
  page = await customer.open(`${(await ordersOf(customer, "status=Active"))[0]}?tab=reports`);
  expect(page.href("Write a message")).toMatch(/#messages$/);
});

test("a migrated order shows its imported messages above the thread", async () => {
  const path = (await ordersOf(customer, "size=100")).at(-1)!;
  const page = await customer.open(path);
  expect(talk(page).has("Imported")).toBe(true);
  expect(talk(page).has("we would like to start with the spring pages")).toBe(true);
  await say(page, "Here we go on");
});

test("a client's message is found, answered and resolved", async () => {
  const path = (await ordersOf(customer, "status=Working"))[3]!;
  await say(await customer.open(path), "Is it done in the inbox?");
  let page = await manager.open("/inbox");
  const link = page.within("Conversations").links.find((name) => name.includes("Is it done in the inbox?"))!;
  expect(link).toContain("Unread");
  page = await page.within("Conversations").follow(link);
  const { location, path: thread } = page;
  page = await page.select("Saved reply", "First drafts").press("Insert");
  const draft = /the first drafts of order \d+ are ready/;
  expect(talk(page).value(messageField)).toMatch(draft);
  page = await page.press("Save draft");
  expect(page.toasts).toEqual(["Draft saved"]);
  expect(talk(await (await seeded(portal, "manager")).open(location)).value(messageField)).toMatch(draft);
  expect(talk(await admin.open(location)).value(messageField)).toBe("");
  page = await talk(page).press("Reply");
  expect([page.toasts, draft.test(talk(page).text)]).toEqual([["Message sent successfully"], true]);
  page = await manager.open(`${thread}?tab=waiting`);
  page = await page.press("Resolve");
  expect(page.toasts).toEqual(["Conversation resolved"]);
  expect((await manager.open("/inbox?tab=waiting")).html).not.toContain(thread);
});

test("an order is delivered with files and links from its dialog", async () => {
  const paths = await ordersOf(manager, "status=Working&size=100");
  let page = await (await manager.open(paths[12]!)).follow("Deliver");
  // With open links the dialog does not propose to complete the order.
  for (const next of paths.slice(13)) {
    if (page.value("New status") === "Completed") break;
    page = await (await manager.open(next)).follow("Deliver");
  }
  const path = page.path.replace("/deliver", "");
  page = await page
    .fill("Message to the client", "Here it is")
    .attach("Files", file("audit.pdf", pdfBytes()))
    .press("Deliver");
  expect(page.toasts.join()).toContain("Order delivered");
  page = await manager.open(`${path}?tab=reports`);
  expect([page.links.includes("audit.pdf"), statusOf(page)]).toEqual([true, "Completed"]);
});
