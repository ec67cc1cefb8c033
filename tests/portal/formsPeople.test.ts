import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import {
  aCustomer,
  CARDS,
  checkoutOf,
  fillBilling,
  fillSignIn,
  linkIn,
  mailTo,
  newPerson,
  paidOrder,
  payWith,
  quantityOf,
  seeded,
  signedIn,
  signOut,
} from "../support/scriptFreeSteps";

const DAY_MS = 24 * 60 * 60_000;

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

/** The page of the client with this email address. */
async function clientPage(browser: ScriptFreeBrowser, email: string) {
  return await browser.open((await browser.open(`/clients?email=${encodeURIComponent(email)}`)).rowPaths[0]!);
}
async function invite({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) {
  const form = await manager.open("/clients/new");
  return await form
    .fill("First name", firstName)
    .fill("Last name", lastName)
    .fill("Email", email)
    .press("Invite client");
}

// Clients.

test("staff invite a client, who buys, and move the order", async () => {
  const person = newPerson({ firstName: "Inga", lastName: "Invited" });
  let page = await (await manager.open("/clients")).follow("New Client");
  page = await page.fill("First name", "Inga").fill("Email", "not an address").press("Invite client");
  expect([page.error("Last name"), page.error("Email")]).toEqual([
    "Last name is required",
    "Please provide a valid email",
  ]);
  expect(page.value("First name")).toBe("Inga");
  page = await invite({ ...person, email: "customer@example.com" });
  expect(page.error("Email")).toBe("User Already exists");
  page = await invite(person);
  expect([page.toasts, page.heading]).toEqual([[`Invitation sent to ${person.email}`], "Inga Invited Lead"]);
  const { path } = page;
  await mailTo(portal, person.email, ({ subject }) => subject === "Welcome to Portal");
  page = await page.press("Resend invitation");
  expect(page.toasts).toEqual(["Invitation sent"]);
  const { text } = await mailTo(portal, person.email, ({ subject }) => subject === "Welcome to Portal");
  const client = scriptFreeBrowser(portal.base);
  let theirs = await client.open(linkIn(text, "/password/reset/"));
  expect(theirs.heading).toBe("Welcome to Portal");
  theirs.fill("New password", person.password).fill("Confirm password", person.password);
  theirs = await theirs.press("Set Password");
  expect(theirs.heading).toBe("Your account is ready");
  theirs = await fillSignIn(await theirs.follow("Proceed to Login"), person);
  expect(theirs.path).toBe("/welcome");
  theirs = fillBilling(await client.open(await checkoutOf(portal, "Niche Edits")));
  theirs = await theirs.fill(quantityOf("DA 20+"), "1").press("Update total");
  const { number } = paidOrder(await payWith(theirs, CARDS.good));

  page = await manager.open(path);
  expect(page.heading).toBe("Inga Invited Active");
  page = await page.follow("Sign out everywhere");
  expect(page.text).toContain("Inga Invited has one open session.");
  page = await page.press("Sign out everywhere");
  expect([page.toasts, (await client.open("/orders")).path]).toEqual([["Signed out everywhere"], "/signin"]);
  page = await page.press("Move Order");
  expect(page.text + page.toasts).toContain("Select at least one order");
  page = await (await manager.open(path)).check(`Select order ${number}`).press("Move Order");
  page = await page.press("Move order");
  expect(page.error("Client")).toContain("Select a client");
  page = await page.fill("Client", "emma.carter").press("Search");
  page.within("Matches").check(page.within("Matches").labels[0]!);
  page = await page.press("Move order");
  expect([page.toasts, page.has("No orders yet")]).toEqual([["1 order moved"], true]);
  expect((await manager.open(`/orders?orderId=${number}`)).within("Orders").row(number).text).toContain("Emma Carter");
});

test("staff edit every part of a client; an unknown tab says so", async () => {
  let page = await invite(newPerson({ firstName: "Nils", lastName: "Noted" }));
  const { path } = page;
  page = await page.select("Status", "INACTIVE").within("Manage").press("Save");
  expect([page.toasts, page.heading]).toEqual([["Updated successfully"], "Nils Noted Inactive"]);

  page = await (await manager.open(`${path}/edit`)).fill("Last name", "").fill("City", "Oslo").press("Save");
  expect([page.error("Last name"), page.value("City")]).toEqual(["Last name is required", "Oslo"]);
  page = await page.fill("Last name", "Named").press("Save");
  expect([page.path, page.has("Oslo")]).toEqual([path, true]);

  page = await page.follow("View Details");
  expect(page.value("Affiliate code")).toMatch(/^NILS-NAMED/);
  page = await page.fill("Affiliate code", "a!").press("Add commission");
  page = await page.fill("Percent", "100.5").press("Save");
  expect(page.fieldErrors).toEqual([
    "Use 3 to 32 characters: A-Z, 0-9 and -",
    "Service is required",
    "Percent should be between 0 and 100, with at most two decimals",
  ]);
  page.fill("Affiliate code", "AFF2026").fill("Percent", "12.5").select("Service", page.options("Service")[1]!);
  page = await page.press("Save");
  expect(page.fieldErrors).toEqual(["This code is already in use"]);
  page = await page.fill("Affiliate code", "nils-forms").press("Save");
  expect([page.path, page.has("Code NILS-FORMS")]).toEqual([path, true]);

  page = await (await page.follow("Add note")).press("Save");
  expect(page.error("Note")).toContain("Note is required");
  page = await page.fill("Note", "Calls on Mondays").press("Save");
  expect(page.text).toContain("Calls on Mondays");
  page = await (await page.follow("Delete note")).press("Delete");
  expect([page.toasts, page.has("Calls on Mondays")]).toEqual([["Note deleted"], false]);
  page = await manager.open(`${path}?tab=subscriptions`);
  expect([page.title.startsWith("Subscriptions of Nils Named |"), page.has("No subscriptions yet")]).toEqual([
    true,
    true,
  ]);
  expect((await manager.open(`${path}?tab=commissions-of-nobody`)).text).toContain("Unknown Tab");
});

test("finds clients without accents and shows their statement", async () => {
  let page = await (await manager.open("/clients")).fill("Last Name", "muller").press("Apply");
  expect([page.rows("Clients").length, page.has("juergen.mueller@example.com")]).toEqual([1, true]);
  page = await page.follow("Clear");
  expect(page.value("Last Name")).toBe("");
  page = await (await clientPage(manager, "customer@example.com")).follow("Account statement");
  expect(page.text).toContain("Closing balance");
  page = await page.fill("From", "0026-01-31").press("Apply");
  expect(page.error("From")).toContain("Write the year with four digits");
});

test("two people's changes are shown field by field, and both are kept", async () => {
  const { path } = await clientPage(manager, "emma.carter@example.com");
  const edit = `${path}/edit`;
  let page = await manager.open(edit);
  const other = await superAdmin.open(edit);
  await other.fill("City", "Graz").fill("Phone", "555 1").press("Save");
  page = await page.fill("City", "Linz").fill("Address", "1 Mill Lane").press("Save");
  const both = () => page.within("Both versions");
  const choice = (label: string, side: RegExp) => both().within(label).isChecked(side);
  expect([choice("City", /^Yours\s*Linz$/), choice("City", /^Theirs\s*Graz$/)]).toEqual([true, false]);
  expect([choice("Address", /^Yours/), both().has("First name"), page.value("City")]).toEqual([true, false, "Linz"]);
  both()
    .within("City")
    .check(/^Theirs/);
  both()
    .within("Phone")
    .check(/^Theirs/);
  page = await page.press("Save");
  expect(page.toasts).toEqual(["Updated successfully"]);
  page = await manager.open(edit);
  expect(["City", "Phone", "Address"].map((label) => page.value(label))).toEqual(["Graz", "555 1", "1 Mill Lane"]);
});

test("staff log in as a client, see so on every page, and go back", async () => {
  const { person } = await aCustomer(portal);
  const staff = await signedIn(portal, { email: "manager@example.com", password: SEEDED_PASSWORD });
  let page = await clientPage(staff, person.email);
  const { path } = page;
  page = await page.press("Login as User");
  expect(page.heading).toBe("Welcome, Ada");
  for (const place of ["/orders", "/services", "/nothing-here"])
    expect((await staff.open(place)).within("Impersonation").text).toContain("Signed in as Ada Example");
  expect((await staff.open("/clients")).path).toBe("/");
  page = await (await staff.open("/")).press("Back to Admin");
  expect([page.path, page.buttons.includes("Back to Admin")]).toEqual([path, false]);
  page = await page.press("Login as User");
  expect((await signOut(page)).path).toBe("/signin");
  expect((await staff.open("/orders")).location).toContain("/signin?redirectUrl=");
});

test("staff request and undo a deletion on the client page", async () => {
  let page = await (await clientPage(superAdmin, "emma.carter@example.com")).follow("Delete account");
  page = await page.press("Delete account");
  expect(page.toasts).toEqual(["The account will be deleted in 14 days"]);
  page = await page.press("Undo");
  expect(page.toasts).toEqual(["The deletion was undone"]);
  expect((await superAdmin.open("/settings/audit")).text).toContain("Deletion of the account undone");
});

// A person's own pages.

test("each person's theme and side menu persist on every page", async () => {
  const staff = await signedIn(portal, { email: "manager@example.com", password: SEEDED_PASSWORD });
  const page = await staff.open("/orders");
  await page.expand(/Your account/).press("Dark theme");
  expect((await staff.open("/clients")).html).toContain('data-theme="dark"');
  await (await staff.open("/clients")).press("Close Menu");
  expect((await staff.open("/orders")).buttons).toContain("Open Menu");
  await (await staff.open("/orders")).press("Open Menu");
  expect((await staff.open("/orders")).buttons).not.toContain("Open Menu");
  expect((await superAdmin.open("/orders")).html).not.toContain('data-theme="dark"');
});

test("a notification opens its page and is marked as read", async () => {
  const person = newPerson({ firstName: "Grace", lastName: "Noticed" });
  await aCustomer(portal, person);
  const news = /^(Unread ?)?.*Grace Noticed signed up/;
  let page = await (await manager.open("/")).follow(/^Notifications, \d+ unread/);
  const find = () => page.buttons.find((name) => news.test(name)) ?? "";
  expect(find()).toContain("Unread");
  expect((await page.press(find())).path).toMatch(/^\/clients\/[A-Za-z0-9_-]+$/);
  page = await manager.open("/notifications");
  expect(find()).not.toContain("Unread");
  page = await page.follow("Unread only");
  expect([page.location, find()]).toEqual(["/notifications?show=unread", ""]);
});

test("an empty bell says that nothing has happened", async () => {
  const { browser } = await aCustomer(portal);
  const page = await (await browser.open("/")).follow("Notifications");
  expect(page.text).toContain("No notifications available. Notifications about your activity will show up here.");
});

test("the search page finds own records and says when there are none", async () => {
  const search = async (text: string) => {
    return await (await customer.open("/search")).fill("Search", text).press("Search");
  };
  let page = await search("guest");
  expect(page.within("Services").links.length).toBeGreaterThan(0);
  page = await search("superadmin@example.com");
  expect([page.has("Nothing found for"), page.value("Search")]).toEqual([true, "superadmin@example.com"]);
});

test("every page of a person has the times of their zone", async () => {
  const { browser } = await aCustomer(portal, newPerson());
  let page = await browser.open("/profile");
  page = await page.select("Time zone", "Asia/Tokyo").press("Save time zone");
  expect([page.toasts, page.value("Time zone")]).toEqual([["Time zone saved"], "Asia/Tokyo"]);
  expect((await browser.open("/orders")).text).toContain("Times are in Tokyo");
  const berlin = scriptFreeBrowser(portal.base, { headers: { "CF-Timezone": "Europe/Berlin" } });
  const form = await berlin.open("/signup");
  const { firstName, lastName, email, password } = newPerson();
  form.fill("First name", firstName).fill("Last name", lastName).fill("Email", email).fill("Password", password);
  await form.press("SIGN UP");
  expect((await berlin.open("/profile")).value("Time zone")).toBe("Europe/Berlin");
});

test("pages that a role has no part in are closed to it", async () => {
  for (const path of ["/reports/agents", "/announcements", "/creatives/new", "/settings/brand", "/affiliates"])
    expect([path, (await customer.open(path)).path]).toEqual([path, "/"]);
  for (const path of ["/reports", "/reports/clients"]) {
    const page = await manager.open(path);
    expect([page.status, page.heading]).toEqual([403, "You are not allowed to do this"]);
  }
  for (const path of ["/settings/brand", "/settings/books", "/affiliate"])
    expect([path, (await manager.open(path)).path]).toEqual([path, "/"]);
  expect((await manager.open("/")).links).not.toContain("Reports");
  expect((await customer.open("/")).within("Main").links).not.toContain("Clients");
  for (const browser of [manager, customer]) {
    const missing = await browser.open("/nothing/here");
    expect([missing.status, missing.heading]).toEqual([404, "404 | Page not found"]);
    expect(missing.within("Main").links).toContain("Services");
  }
});

// The team.

test("a super admin adds, edits and deletes a manager", async () => {
  const email = "mona.manager@example.com";
  let page = await (await superAdmin.open("/teams")).follow("Add User");
  page = await page.uncheck(/^Send an invitation/).press("Add User");
  for (const message of [
    "Email is required",
    "First name is required",
    "Privilege is required",
    "Password is required",
  ])
    expect(page.errorSummary).toContain(message);
  page.fill("Email", "customer@example.com").fill("First name", "Mona").fill("Last name", "Manager");
  page = await page.select("Privileges", "Manager").fill("Password", SEEDED_PASSWORD).press("Add User");
  expect([page.error("Email"), page.value("First name")]).toEqual([
    expect.stringContaining("User Already exists"),
    "Mona",
  ]);
  page = await page.fill("Email", email).fill("Password", SEEDED_PASSWORD).press("Add User");
  expect([page.path, page.toasts, page.row(email).has("Mona Manager")]).toEqual([
    "/teams",
    ["Team account added"],
    true,
  ]);
  const member = await signedIn(portal, { email, password: SEEDED_PASSWORD });
  for (const path of ["/teams", "/teams/new"]) expect((await member.open(path)).path).toBe("/");

  page = await page.follow("Edit Mona Manager");
  expect([page.value("Email"), page.isDisabled("Email")]).toEqual([email, true]);
  page = await page.fill("First name", "Moana").select("Privileges", "").check("Update Password").press("Save");
  expect([page.error("Privileges"), page.error("Password")]).toEqual([
    expect.stringContaining("Privilege is required"),
    expect.stringContaining("Password is required"),
  ]);
  page = await page.select("Privileges", "Admin").fill("Password", "Changed#2027").press("Save");
  expect(page.row(email).text).toMatch(/Moana Manager.*Admin/);
  const ended = await member.open("/orders");
  expect(ended.path).toBe("/signin");
  await fillSignIn(ended, { email, password: "Changed#2027" });
  page = await page.follow("Delete Moana Manager");
  expect(page.text).toContain("Are you sure you want to delete this team account: Moana Manager?");
  page = await (await page.follow("Cancel")).follow("Delete Moana Manager");
  page = await page.press("Delete");
  expect([page.path, page.has(email)]).toEqual(["/teams", false]);
  expect((await member.open("/orders")).path).toBe("/signin");
});

test("an invited team member chooses a password", async () => {
  const email = "ines.invited@example.com";
  let page = await superAdmin.open("/teams/new");
  page.fill("Email", email).fill("First name", "Ines").fill("Last name", "Invited").select("Privileges", "Manager");
  page = await page.press("Add User");
  expect(page.toasts).toEqual([`Team account added. We sent an invitation to ${email}.`]);
  const first = await mailTo(portal, email, ({ text }) => text.includes("/password/reset/"));
  page = await page.follow("Send the invitation to Ines Invited again");
  expect(page.text).toContain("The earlier link stops working");
  page = await page.press("Send invitation");
  expect(page.toasts).toEqual(["Invitation sent"]);
  const used = linkIn(first.text, "/password/reset/");
  const { text } = await mailTo(
    portal,
    email,
    (mail) => /password\/reset/.test(mail.text) && !mail.text.includes(used),
  );
  const member = await scriptFreeBrowser(portal.base).open(linkIn(text, "/password/reset/"));
  member.fill("New password", SEEDED_PASSWORD).fill("Confirm password", SEEDED_PASSWORD);
  const ready = await member.press("Set Password");
  const home = await fillSignIn(await ready.follow("Proceed to Login"), { email, password: SEEDED_PASSWORD });
  expect(home.text).toContain("Revenue by Clients");
  expect((await superAdmin.open("/teams")).row(email).links.join()).not.toContain("invitation");
});

// Affiliates and their visitors.

test("a referred visitor's sign-up and order count for the affiliate", async () => {
  const affiliate = await seeded(portal, "affiliate");
  const statistics = (page: ScriptFreePage) =>
    ["Sign-ups", "Clients"].map((label) => Number(new RegExp(`${label} (\\d+) `).exec(page.text)![1]));
  const before = statistics(await affiliate.open("/affiliate"));
  const browser = scriptFreeBrowser(portal.base);
  const checkout = await checkoutOf(portal, "Niche Edits");
  const link = (await affiliate.open("/affiliate")).value("Referral URL");
  let page = await browser.open(`${new URL(link).pathname}?p=${encodeURIComponent(checkout)}`);
  expect(page.path).toBe(checkout);
  const person = newPerson({ firstName: "Vera", lastName: "Visitor" });
  page.fill("First name", "Vera").fill("Last name", "Visitor").fill("Email", person.email);
  page = await fillBilling(page).fill(quantityOf("DA 20+"), "1").press("Update total");
  const order = paidOrder(await payWith(page, CARDS.good));
  page = await affiliate.open("/affiliate");
  expect(statistics(page)).toEqual(before.map((count) => count + 1));
  expect(page.within("Referrals").row("Vera").text).toContain("less than a day before the sign-up");
  expect(page.html).not.toContain(person.email);
  page = await manager.open(order.path);
  expect(page.within("Source").text).toContain("Alex Rivera");
});

test("a stranger with a referral link meets the sign-up", async () => {
  const page = await scriptFreeBrowser(portal.base).open("/r/AFF2026?p=/orders");
  expect(page.path).toBe("/signup");
  expect((await scriptFreeBrowser(portal.base).open("/r/AFF2026")).path).toBe("/shop");
});

test("an affiliate's own link and clicks of staff earn nothing", async () => {
  const browser = await signedIn(portal, { email: "affiliate@example.com", password: SEEDED_PASSWORD });
  await signOut(await browser.open("/affiliate"));
  const own = newPerson({ lastName: "Ownlink" });
  const form = await browser.open("/r/AFF2026?p=/signup");
  form.fill("First name", own.firstName).fill("Last name", own.lastName).fill("Email", own.email);
  await form.fill("Password", own.password).press("SIGN UP");
  expect((await clientPage(manager, own.email)).text).toContain(
    "Flagged: the link was opened in a browser where the affiliate had signed in",
  );
  const staff = await signedIn(portal, { email: "manager@example.com", password: SEEDED_PASSWORD });
  await staff.open("/r/AFF2026");
  expect(staff.cookies().map(({ name }) => name)).not.toContain("click");
});

test("the affiliate's days are chosen by links and a form", async () => {
  const affiliate = await seeded(portal, "affiliate");
  let page = await affiliate.open("/affiliate");
  expect([page.isDisabled("Referral URL"), page.buttons.includes("Copy link")]).toEqual([true, false]);
  page = await (await page.follow("Sign-ups")).follow("Last 7 days");
  expect(page.items(/by day$/)).toHaveLength(7);
  page = await page.within("Date range").fill("From", "2001-01-01").press("Show");
  expect([page.fieldErrors, page.value("From")]).toEqual([["Choose a range of at most 3 months"], "2001-01-01"]);
  page = await affiliate.open("/affiliate/payouts");
  const sheet = page.links.find((name) => name.endsWith("as a spreadsheet"))!;
  expect((await page.follow(sheet)).fileName).toMatch(/^Statement-.*\.xlsx$/);
  expect((await customer.open("/affiliate")).text).toContain(
    "Your account is not enabled for the affiliate programme.",
  );
});

// Last, because it moves the clock past the end of every session.

test("a client downloads, requests, undoes, and is erased after 14 days", async () => {
  const { browser, person } = await aCustomer(portal);
  let page = await browser.open("/profile");
  expect((await page.press("Download my data")).fileName).toMatch(/^personal-data-\d{8}\.zip$/);
  page = await page.follow("Delete my account");
  page = await page.fill("Current password", "Wrong#2026").press("Delete my account");
  expect(page.errorSummary + page.fieldErrors).toContain("password");
  page = await page.fill("Current password", person.password).press("Delete my account");
  expect(page.toasts).toEqual(["Your account will be deleted in 14 days"]);
  expect(page.text).toContain("Your account will be deleted in 14 days, on");
  page = await page.press("Undo");
  expect(page.toasts).toEqual(["The deletion was undone"]);
  await mailTo(portal, person.email, ({ subject }) => subject === "Your account will not be deleted");
  page = await (await browser.open("/profile")).follow("Delete my account");
  await page.fill("Current password", person.password).press("Delete my account");
  await portal.control.moveClock({ advanceMs: 14 * DAY_MS });
  await portal.control.runCron("billing");
  await mailTo(portal, person.email, ({ subject }) => subject === "Your account was deleted");
  page = await fillSignIn(await scriptFreeBrowser(portal.base).open("/signin"), person);
  expect(page.errorSummary).toContain("Invalid email or password");
});
