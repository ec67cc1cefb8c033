import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { addReports } from "~/domain/orderReports/addReports";
import { storeUpload } from "~/files/storeUpload";
import { stripePayments } from "~/integrations/payments.server";
import { paths } from "~/paths";
import { affiliateProgramme, clientNotes, history, orders, packages } from "~db/schema";
import { aMember, hashOfPassword, PASSWORD } from "../support/accounts";
import { builtPages } from "../support/builtPages";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pdfBytes } from "../support/fileBytes";
import { aPortal, aPost, SITE } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const HERE = "tests/portal/texts.test.ts";

/**
 * Every fixed text (rules.md texts/fixed) and the test that makes the portal show it; null for capabilities that are
 * not built.
 */
const texts: Record<string, string | null> = {
  // Foundations.
  "An error occurred. Please try again.": HERE,
  "An error occurred. Please reload the page to try again.": HERE,
  "An error occurred while fetching notifications": HERE,
  "An error occurred while fetching services. Please try again.": HERE,
  "An error occurred while refreshing packages. Please reload the page to try again.": null,
  "An error occurred while updating intake form. Please try again.": "tests/http/serviceParts.test.ts",
  "Unable to copy checkout URL": "tests/e2e/services.spec.ts",
  "404 | Page not found": HERE,
  "Profile updated successfully": "tests/portal/people.test.ts",
  "Service duplicated sucessfully": "tests/e2e/services.spec.ts",
  "Service deleted sucessfully": "tests/e2e/services.spec.ts",
  "Checkout URL copied successfully": "tests/e2e/services.spec.ts",
  "Package added successfully": "tests/http/serviceParts.test.ts",
  "Package edited successfully": "tests/http/serviceParts.test.ts",
  "Package deleted successfully": "tests/http/serviceParts.test.ts",
  "Service created successfully": "tests/e2e/services.spec.ts",
  "Service updated successfully": "tests/e2e/services.spec.ts",
  "Image updated successfully": "tests/e2e/services.spec.ts",
  "Intake form updated successfully": "tests/http/serviceParts.test.ts",
  "Customer interface data updated successfully": "tests/e2e/serviceParts.spec.ts",
  "Account created successfully": "tests/http/accountPages.test.ts",
  "Account created successfully. Please sign in to continue.": "tests/http/accountPages.test.ts",
  "Authenticated successfully": HERE,
  "Password reset successfully": "tests/portal/sessionsOverHttp.test.ts",
  // Orders.
  "An error occurred while fetching dashboard data. Please try again.": HERE,
  "An error occurred while fetching orders": HERE,
  "An error occurred while loading messages.": HERE,
  "An error occurred while loading migrated messages.": HERE,
  "An error occurred while exporting": "tests/api/orderExport.test.ts",
  "An error occurred while fetching service details. Please try again.": HERE,
  "Unknown operation": HERE,
  "Invalid Order": HERE,
  "Unknown Tab": HERE,
  "Order updated successfully": "tests/portal/apiPurchase.test.ts",
  "Order created successfully": HERE,
  "Message sent successfully": HERE,
  "Uploaded successfully": "tests/e2e/orderWork.spec.ts",
  "Report deleted successfully": HERE,
  "Updated successfully": "tests/e2e/clients.spec.ts",
  "Subscription charged successfully": "tests/e2e/subscriptions.spec.ts",
  "Subscription canceled successfully": "tests/e2e/subscriptions.spec.ts",
  "Coupon applied successfully": "tests/portal/coupons.test.ts",
  "Project details added successfully. Redirecting to order details.": HERE,
  "File has been downloaded": "tests/e2e/orderWork.spec.ts",
  "Uploading files...": "tests/e2e/orderWork.spec.ts",
  "Please wait while we prepare the data. Your file will be downloaded any moment": "tests/e2e/orderList.spec.ts",
  // Affiliates.
  "An error occurred while fetching stats. Please try again.": HERE,
  "An error occurred while fetching referrals. Please try again.": HERE,
  "An error occurred while fetching commissions. Please try again.": HERE,
  "Unable to copy referral URL": "tests/e2e/affiliate.spec.ts",
  "Referral URL copied successfully": "tests/e2e/affiliate.spec.ts",
  "Coupon has been deselected. Please apply again.": "tests/portal/coupons.test.ts",
  // Coupons.
  "Coupon created successfully": "tests/portal/coupons.test.ts",
  "Coupon updated successfully": "tests/portal/coupons.test.ts",
  "Coupon deleted successfully": "tests/portal/coupons.test.ts",
  "Coupon code is required": "tests/portal/coupons.test.ts",
  "Code should has minimum 3 characters": "tests/portal/coupons.test.ts",
  "Discount should be greater than or equal to 1": "tests/portal/coupons.test.ts",
  "Discount should be between 1 and 100": "tests/portal/coupons.test.ts",
  "Atleast one service should be selected": "tests/portal/coupons.test.ts",
  "Usage count is required": "tests/portal/coupons.test.ts",
  "Usage count should be greater than or equal to 1": "tests/portal/coupons.test.ts",
  "Expiry date is required": "tests/portal/coupons.test.ts",
  // Announcements, creatives, reports.
  "Announcement created successfully": "tests/e2e/content.spec.ts",
  "Announcement updated successfully": "tests/e2e/content.spec.ts",
  "Announcement deleted successfully": "tests/e2e/content.spec.ts",
  "Creative created successfully": "tests/e2e/content.spec.ts",
  "Creative updated successfully": "tests/e2e/content.spec.ts",
  "Creative deleted successfully": "tests/e2e/content.spec.ts",
  "An error occurred while fetching data. Please try again.": HERE,
  "Please provide a valid date range to export data": "tests/e2e/content.spec.ts",
  "Unknown report": "tests/e2e/content.spec.ts",
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
/** The portal's sources; the gallery uses arbitrary texts. */
const sources = filesIn("app")
  .filter((file) => !file.includes("dev.gallery") && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, "utf8"))
  // A comment may mention a text that the portal does not show yet.
  .map((source) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));
/** Matches the exact text, not the beginning of a longer one. */
const says = (source: string, text: string) =>
  new RegExp(`["'\`>]\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*["'\`<]`).test(source);

test.each(Object.entries(texts))("the portal contains '%s' exactly when a test proves it", (text, proof) => {
  expect([text, sources.some((source) => says(source, text))]).toEqual([text, proof !== null]);
  if (proof === null) return;
  expect(existsSync(proof)).toBe(true);
  // The table above contains every text once; a proof in this file contains it again.
  const named = readFileSync(proof, "utf8").split(text).length - 1;
  expect([text, named]).toEqual([text, expect.toSatisfy((times: number) => times >= (proof === HERE ? 2 : 1))]);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const answer = builtPages();

/** No test here pays, so the card provider never answers. */
const silentSandbox = {
  fetch: async () => {
    throw new TypeError("The card sandbox is unreachable");
  },
} as unknown as Fetcher;

/** The built portal's response to a page request of this user, and the toast for the next page. */
async function page(request: Request, user: ActorUser | null) {
  const actor = user ? actingAs(user) : anonymous;
  const payments = stripePayments({ CARD_SANDBOX: silentSandbox }, TEST_NOW);
  const portal = aPortal(testContext(database.db, actor, { payments }), request);
  if (user) portal.session = { session: { id: "session" }, user, unread: 0 } as FoundSession;
  const response = await answer(request, { portal });
  const toast = decodeURIComponent(portal.setCookies.find((cookie) => cookie.startsWith("toast=")) ?? "");
  return { status: response.status, text: (await response.text()).replaceAll("&#x27;", "'"), toast };
}
const open = (path: string, user: ActorUser | null) => page(new Request(SITE + path), user);
const submit = (path: string, fields: Record<string, string>, user: ActorUser | null) =>
  page(aPost(path, fields), user);

/** Runs `work` while these tables are unreadable, as in a database outage. */
async function without<Result>(tables: string[], work: () => Promise<Result>): Promise<Result> {
  // These faults are expected, so they stay out of the terminal.
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const rename = (from: string, to: string) =>
    database.binding.batch([
      database.binding.prepare("pragma legacy_alter_table = on"),
      database.binding.prepare(`alter table "${from}" rename to "${to}"`),
    ]);
  for (const table of tables) await rename(table, `${table}_away`);
  try {
    return await work();
  } finally {
    for (const table of tables) await rename(`${table}_away`, table);
  }
}

test("unreadable lists and figures say so within the page's frame", async () => {
  const customer = await aMember(database.db);
  const staff = await aStaffMember(database.db);
  const affiliate = await aMember(database.db, { affiliate: true, affiliateCode: "AFF2026" });
  await database.db.insert(affiliateProgramme).values({ id: "programme" });
  for (const [path, user, table, text] of [
    ["/affiliate", affiliate, "visit_totals", "An error occurred while fetching stats. Please try again."],
    ["/affiliate", affiliate, "attributions", "An error occurred while fetching referrals. Please try again."],
    [
      "/affiliate?tab=commissions",
      affiliate,
      "commissions",
      "An error occurred while fetching commissions. Please try again.",
    ],
    ["/notifications", customer, "notifications", "An error occurred while fetching notifications"],
    ["/services", customer, "services", "An error occurred while fetching services. Please try again."],
    ["/orders", customer, "orders", "An error occurred while fetching orders"],
    ["/orders", staff, "orders", "An error occurred while fetching orders"],
    ["/", customer, "orders", "An error occurred while fetching dashboard data. Please try again."],
    ["/", staff, "refunds", "An error occurred while fetching dashboard data. Please try again."],
    ["/reports/agents", staff, "refunds", "An error occurred while fetching data. Please try again."],
    ["/", staff, "order_counters", "An error occurred while fetching dashboard data. Please try again."],
  ] as const) {
    const broken = await without([table], () => open(path, user));
    expect([path, text, broken.text.includes(text)]).toEqual([path, text, true]);
    expect([path, broken.text.includes(">Try again</a>")]).toEqual([path, true]);
    expect([path, broken.text.includes("no such table")]).toEqual([path, false]);
    const sound = await open(path, user);
    expect([path, sound.status, sound.text.includes(text)]).toEqual([path, 200, false]);
  }
});

test("an unreadable list leaves the page around it", async () => {
  const staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  for (const [path, table, stays] of [
    ["/teams", "two_factors", "Your team members and their permissions."],
    ["/settings/books?state=explained", "book_differences", "Every night we check"],
    ["/settings/books?state=explained", "book_checks", "No differences match"],
    ["/saved-replies", "saved_replies", "Texts for messages."],
    ["/views", "saved_views", "Lists that you or your team saved."],
    ["/search?q=example", "orders", "Order, client, site, coupon or page"],
    ["/work", "orders", "Your orders and links"],
  ] as const) {
    const broken = await without([table], () => open(path, staff));
    const shown = [stays, "An error occurred", ">Try again</a>"].map((text) => broken.text.includes(text));
    expect([path, table, ...shown]).toEqual([path, table, true, true, true]);
    const sound = await open(path, staff);
    expect([path, sound.status, sound.text.includes("An error occurred")]).toEqual([path, 200, false]);
  }
});

test("an unreadable tab of a client leaves the other tabs", async () => {
  const staff = await aStaffMember(database.db);
  const client = await aMember(database.db);
  const path = paths.clientTab(client.id, "commissions");
  const broken = await without(["affiliate_programme"], () => open(path, staff));
  const text = "An error occurred. Please try again.";
  expect([broken.status, broken.text.includes(text), broken.text.includes("Try again")]).toEqual([500, true, true]);
  expect(broken.text).toContain(`href="${paths.clientTab(client.id, "subscriptions")}"`);
});

test("an unreadable page or service says so", async () => {
  const customer = await aMember(database.db);
  const order = await anOrder(database.db, { clientId: customer.id });
  const broken = await without(["orders"], () => open(paths.order(order.id), customer));
  expect([broken.status, broken.text.includes("An error occurred. Please reload the page to try again.")]).toEqual([
    500,
    true,
  ]);
  const { service } = await aService(database.db);
  for (const path of [paths.serviceDetails(service.id), paths.checkout(service.id)]) {
    const details = await without(["packages", "services"], () => open(path, customer));
    const text = "An error occurred while fetching service details. Please try again.";
    expect([path, details.status, details.text.includes(text)]).toEqual([path, 500, true]);
  }
});

test("an unreadable part of a service names itself", async () => {
  const staff = await aStaffMember(database.db);
  const { service } = await aService(database.db);
  const fetching = (what: string) => `An error occurred while fetching ${what}. Please reload the page to try again.`;
  for (const [path, table, text] of [
    [paths.serviceEdit(service.id), "services", fetching("service details")],
    [paths.servicePackages(service.id), "packages", fetching("packages")],
    [paths.serviceIntakeForm(service.id), "intake_fields", fetching("intake form")],
    [paths.serviceCustomerInterface(service.id), "customer_interfaces", fetching("customer interface")],
  ] as const) {
    const broken = await without([table], () => open(path, staff));
    expect([path, broken.status, broken.text.includes(text)]).toEqual([path, 500, true]);
    // The other tabs stay.
    for (const tab of [paths.servicePackages(service.id), paths.serviceIntakeForm(service.id)])
      expect([path, broken.text.includes(`href="${tab}"`)]).toEqual([path, true]);
    const sound = await open(path, staff);
    expect([path, sound.status, sound.text.includes(text)]).toEqual([path, 200, false]);
  }
});

test("names, codes and addresses are left out of a translation", async () => {
  const staff = await aStaffMember(database.db);
  const client = await aMember(database.db, { firstName: "Rose", lastName: "Baker" });
  const order = await anOrder(database.db, {
    clientId: client.id,
    couponCode: "SPRING",
    paymentIntentId: "pi_3Example",
    assignedToId: staff.id,
  });
  for (const [path, literals] of [
    [paths.order(order.id), ["Rose Baker", "SPRING", "pi_3Example", "78701"]],
    [paths.client(client.id), ["Rose Baker", client.email]],
    [paths.clients(), [client.email]],
  ] as const) {
    const { text } = await open(path, staff);
    const marked = [...text.matchAll(/translate="no"[^>]*>((?:<[^/][^>]*>)*[^<]*)</g)]
      .map(([, inner]) => inner!)
      .join();
    for (const literal of literals) expect([path, literal, marked.includes(literal)]).toEqual([path, literal, true]);
  }
});

test("other line ends of the same text change nothing", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const client = await aMember(db);
  const order = await anOrder(db, { clientId: client.id });
  const changes = async () => (await db.select().from(history)).length;
  const read = async () => ({
    order: await db.select().from(orders).where(eq(orders.id, order.id)).get(),
    notes: await db.select().from(clientNotes).where(eq(clientNotes.clientId, client.id)),
    changes: await changes(),
  });
  // Forms without script send CRLF, stored texts and scripts have LF.
  const save = async (body: string, version: number, note: string) => {
    const form = { version: String(version), status: "Active", assignedToId: "none", notes: body };
    const saved = await submit(paths.order(order.id), form, staff);
    return [saved.status, (await submit(note, { body, version: "1" }, staff)).status];
  };
  expect(await save("one\r\ntwo", 1, paths.clientNoteNew(client.id))).toEqual([303, 303]);
  const first = await read();
  expect([first.order?.notes, first.notes.map(({ body }) => body)]).toEqual(["one\ntwo", ["one\ntwo"]]);
  const note = paths.clientNote(client.id, first.notes[0]!.id);
  expect(await save("one\ntwo", first.order!.version, note)).toEqual([303, 303]);
  expect(await save("one\r\ntwo", first.order!.version, note)).toEqual([303, 303]);
  expect(await read()).toEqual(first);
});

test("no password field cuts what a manager fills in", async () => {
  const staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  const { service } = await aService(database.db);
  for (const [path, user, fields] of [
    ["/signin", null, 1],
    ["/signup", null, 1],
    [`${paths.checkout(service.id)}/sign-up`, null, 1],
    [paths.teamNew(), staff, 1],
    [paths.profile(), staff, 2],
  ] as const) {
    const { text } = await open(path, user);
    const inputs = text.match(/<input[^>]*type="password"[^>]*>/g) ?? [];
    expect([path, inputs.length, inputs.filter((input) => / maxlength=/i.test(input))]).toEqual([path, fields, []]);
  }
});

test("form fields have the order of their document", async () => {
  const staff = await aStaffMember(database.db);
  const { service } = await aService(database.db);
  const address = ["Address", "City", "Country", "State/Province/Region", "Postal/Zip Code", "Phone"];
  for (const [path, user, fields] of [
    [paths.signUp(), null, ["First name", "Last name", "Email", "Password"]],
    [
      paths.profile(),
      staff,
      ["Photo", "Email", "First name", "Last name", ...address, "Current password", "New password"],
    ],
    // The country comes first, because it decides the other fields, and the payment type stands with the quantities
    // (rules.md checkout/billing-address, checkout/payment-type).
    [
      paths.checkout(service.id),
      null,
      ["First name", "Last name", "Email", "Payment type", "Country"]
        .concat(address.filter((label) => label !== "Country"))
        .concat("Coupon code"),
    ],
    [paths.couponNew(), staff, ["Code", "Description", "Type", "Discount", "Services", "Limit one use per customer"]],
    [paths.announcementNew(), staff, ["Title", "Description", "URL", "Image", "Visible"]],
    [paths.creativeNew(), staff, ["Title", "Description", "Validity", "URL", "Status", "Document or image"]],
  ] as const) {
    const { text } = await open(path, user);
    const labels = [...text.matchAll(/<(label|legend)[^>]*>(?:<span[^>]*>|<input[^>]*>)*([^<]+)/g)].map(
      (found) => found[2],
    );
    expect([path, labels.filter((label) => (fields as readonly string[]).includes(label!))]).toEqual([path, fields]);
  }
});

test("a missing record names its kind", async () => {
  const customer = await aMember(database.db);
  const order = await anOrder(database.db, { clientId: customer.id });
  for (const [path, status, text] of [
    ["/nothing/here", 404, "404 | Page not found"],
    ["/checkout/success", 404, "Invalid Order"],
    [`/checkout/success?orderId=${"bm9ib2R5"}`, 404, "Invalid Order"],
    [`${paths.order(order.id)}?tab=nothing`, 200, "Unknown Tab"],
  ] as const) {
    const shown = await open(path, customer);
    expect([path, shown.status, shown.text.includes(text)]).toEqual([path, status, true]);
  }
});

test("an action on a missing subscription says so", async () => {
  const staff = await aStaffMember(database.db);
  const path = `${paths.subscriptions()}/${"bm9ib2R5"}/refund`;
  for (const answered of [await open(path, staff), await submit(path, {}, staff)])
    expect(answered).toMatchObject({ toast: expect.stringContaining('"Unknown operation"') });
});

test("the next page shows the success message", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const { service } = await aService(db, {}, [{ price: 0 }]);
  const signedIn = await submit(
    `${paths.checkout(service.id)}/sign-in`,
    { email: customer.email, password: PASSWORD, redirectUrl: paths.checkout(service.id) },
    null,
  );
  expect(signedIn).toMatchObject({ status: 303, toast: expect.stringContaining('"Authenticated successfully"') });

  const [option] = await db.select().from(packages).where(eq(packages.serviceId, service.id));
  const placed = await submit(
    paths.checkout(service.id),
    {
      checkoutKey: "form-of-the-texts",
      paymentType: "DIRECT",
      "packageCounts[0].packageId": option!.id,
      "packageCounts[0].count": "1",
      "billingAddress.address": "1 Main Street",
      "billingAddress.city": "Austin",
      "billingAddress.country": "United States",
      "billingAddress.zipCode": "78701",
      totalPrice: "0",
    },
    customer,
  );
  expect(placed).toMatchObject({ status: 303, toast: expect.stringContaining('"Order created successfully"') });

  const [order] = await db.select().from(orders);
  const lost = await open(`${paths.checkoutSuccess(order!.id)}&details=nothing`, customer);
  expect([lost.status, lost.text.includes("Unknown Tab")]).toEqual([200, true]);
  const saved = await submit(paths.checkoutSuccess(order!.id), { manual: "1" }, customer);
  expect(saved).toMatchObject({
    status: 303,
    toast: expect.stringContaining('"Project details added successfully. Redirecting to order details."'),
  });
});

test("unreadable messages say so and keep the rest of the order", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const order = await anOrder(db, { clientId: customer.id, createdBy: "Migration" });
  for (const [table, text] of [
    ["order_messages", "An error occurred while loading messages."],
    ["imported_messages", "An error occurred while loading migrated messages."],
  ] as const) {
    const broken = await without([table], () => open(paths.order(order.id), customer));
    expect([broken.status, broken.text.includes(text), broken.text.includes(`Order ${order.number}`)]).toEqual([
      200,
      true,
      true,
    ]);
    const sound = await open(paths.order(order.id), customer);
    expect([sound.status, sound.text.includes(text)]).toEqual([200, false]);
  }
  const typed = { thread: "Customer", body: "Still here", key: "form-of-the-texts" };
  const lost = await without(["order_messages"], () => submit(`${paths.order(order.id)}?do=message`, typed, customer));
  expect([
    lost.status,
    lost.text.includes("An error occurred. Please try again."),
    lost.text.includes("Still here"),
  ]).toEqual([500, true, true]);
  const sent = await submit(`${paths.order(order.id)}?do=message`, typed, customer);
  expect(sent).toMatchObject({ status: 303, toast: expect.stringContaining('"Message sent successfully"') });
});

test("deleting a report shows its message", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const order = await anOrder(db, { clientId: (await aMember(db)).id });
  const ctx = testContext(db, actingAs(staff));
  const { key } = await storeUpload(ctx, "report", aFile(pdfBytes(), "report.pdf"));
  const [report] = await addReports(ctx, { orderId: order.id, uploadKeys: [key] });
  const path = paths.orderReportDelete(order.id, report!.id);
  const asked = await open(path, staff);
  expect(asked.text).toContain("Are you sure you want to delete this report?");
  const broken = await without(["history"], () => submit(path, {}, staff));
  expect([broken.status, broken.text.includes("An error occurred. Please try again.")]).toEqual([500, true]);
  const deleted = await submit(path, {}, staff);
  expect(deleted).toMatchObject({ status: 303, toast: expect.stringContaining('"Report deleted successfully"') });
});
