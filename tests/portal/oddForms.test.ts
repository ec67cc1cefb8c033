import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { paths } from "~/paths";
import { builtPages } from "../support/builtPages";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aPortal, aPost } from "../support/portal";
import { actingAs, anonymous, memoryFiles, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let serviceId: string;
let clientId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  serviceId = (await aService(database.db)).service.id;
  clientId = (await aCustomer(database.db)).id;
});
afterAll(() => database.dispose());

const answer = builtPages();
const payments = { scriptUrl: "/__stripe/stripe.js", publishableKey: () => "pk_test", sandbox: true } as never;

/** The built portal's response to a post, and its log lines. */
async function post(path: string, fields: Record<string, string>, user: ActorUser | null = staff) {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const request = aPost(path, fields);
  const portal = aPortal(
    testContext(database.db, user ? actingAs(user) : anonymous, { payments, files: memoryFiles() }),
    request,
  );
  if (user) portal.session = { session: { id: "session" }, user, unread: 0 } as FoundSession;
  const response = await answer(request, { portal });
  return { status: response.status, text: await response.text(), written: written.mock.calls.flat() };
}

const lists: [page: string, path: () => string, list: string, field: string][] = [
  ["package, add-ons", () => `${paths.servicePackages(serviceId)}/new`, "addOns", "value"],
  ["package, discounts", () => `${paths.servicePackages(serviceId)}/new`, "discounts", "count"],
  ["service", () => paths.serviceNew(), "subStatuses", "name"],
  ["sample reports", () => paths.serviceCustomerInterface(serviceId), "sampleReports", "title"],
  ["questions", () => paths.serviceCustomerInterface(serviceId), "faqs", "question"],
  ["intake form", () => paths.serviceIntakeForm(serviceId), "items", "name"],
  ["intake form, types", () => paths.serviceIntakeForm(serviceId), "items", "itemType"],
  ["affiliate's commissions", () => paths.clientAffiliate(clientId), "commissions", "percent"],
];

test.each(lists)("%s: a malformed list of rows returns the form with its messages", async (...one) => {
  const [, path, list, field] = one;
  for (const fields of [
    { [list]: "x" },
    { [`${list}.length`]: "-1" },
    { [`${list}[0]`]: "x" },
    { [`${list}[2].${field}`]: "" },
    { [`${list}[0].${field}`]: "odd" },
    { [`${list}[0].${field}.deep`]: "x" },
    { [`${list}[0].${field}[3]`]: "x" },
    { [list]: "x", [`${list}[1].${field}`]: "y" },
  ]) {
    const { status, text, written } = await post(path(), { ...fields, version: "none", name: "" });
    expect([fields, status, written]).toEqual([fields, 400, []]);
    expect(text).toContain("<form");
  }
});

test("a malformed form is answered with an error page", async () => {
  for (const path of ["/signup", "/signin", "/preferences"]) {
    const { status, text, written } = await post(path, { "email[9999999].a": "1" }, null);
    expect([status, written]).toEqual([400, []]);
    expect(text).toContain("This form cannot be read. Please reload the page and try again.");
    // The preferences action has no page.
    if (path !== "/preferences") expect(text).toContain("</h1>");
  }
});

test("refuses a post to a page without an action and logs no fault", async () => {
  const { status, written } = await post("/search", {});
  expect([status, written]).toEqual([405, []]);
});

test("markup that a visitor typed stays text, in the page and in its data", async () => {
  const typed = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\u2028';
  const { status, text } = await post(paths.signUp(), { firstName: typed, lastName: `"'${typed}` }, null);
  expect([status, text.includes("alert(1)")]).toEqual([400, true]);
  expect(text).not.toContain("<script>alert");
  expect(text).not.toContain("<img");
  expect(text).not.toMatch(/onerror="alert/);
});
