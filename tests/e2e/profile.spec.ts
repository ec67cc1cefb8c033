import { expect, type Page } from "@playwright/test";
import { freshCode } from "../support/authenticator";
import { enterAsNewCustomer, SEEDED, told } from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import {
  fillSignIn,
  forgetSession,
  lastMail,
  PASSWORD,
  type Person,
  seriousFindings,
  signInAs,
  signOut,
} from "../support/e2e";
import { jpegBytes, pngBytes } from "../support/fileBytes";
import { test } from "../support/watchedTest";

test.beforeEach(({ expectRefusal }) => expectRefusal(/\/(profile|signin|uploads)/));

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click();
const file = (bytes: Uint8Array) => ({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes) });

async function fillAddress(page: Page) {
  await page.getByLabel("Address", { exact: false }).first().fill("1 Main Street");
  await page.getByLabel("City").fill("Austin");
  await page.getByLabel("Country").selectOption("United States");
  await page.getByLabel("State/Province/Region").fill("TX");
  await page.getByLabel("Postal/Zip Code").fill("78701");
  await page.getByLabel("Phone").fill("+1 555 0100");
}

test("details: rejects invalid input, then saves", async ({ page, baseURL }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await page.goto("/profile");
  await expect(heading(page, "Edit your details")).toBeVisible();
  await expect(page.getByLabel("Email").first()).toHaveValue(person.email);
  await expect(page.getByLabel("Email").first()).not.toBeEditable();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("First name").fill("");
  await page.getByLabel("City").fill("Austin");
  await save(page);
  const box = page.locator("#profile-errors");
  for (const message of [
    "First name is required",
    "Address is required",
    "Country is required",
    "Postal/Zip Code is required",
    "Phone is required",
  ])
    await expect(box).toContainText(message);
  await expect(page.getByLabel("City")).toHaveValue("Austin");
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByLabel("First name").fill("Grace");
  await fillAddress(page);
  await save(page);
  await told(page, "Profile updated successfully");
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await expect(page.getByLabel("Phone")).toHaveValue("+1 555 0100");
});

test("the photo is round, changed by its button and removed", async ({ page, baseURL, javaScriptEnabled: script }) => {
  await enterAsNewCustomer(page, baseURL!);
  await page.goto("/profile");
  const photo = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Photo" }) });
  const choose = (bytes: Uint8Array) => photo.locator("input[type=file]").setInputFiles(file(bytes));
  const send = async () => {
    if (!script) await photo.getByRole("button", { name: "Save photo" }).click();
  };
  await page.getByLabel("First name").fill("Grace");
  await choose(pngBytes());
  await send();
  await expect(photo.locator(".field-error").getByText("'me.jpg' cannot be used")).toBeVisible();
  await choose(jpegBytes());
  await send();
  await told(page, "Profile updated successfully");
  await expect(photo.locator("img.avatar")).toHaveAttribute("src", /^\/files\//);
  await expect(photo.locator("img.avatar")).toHaveCSS("border-radius", "50%");
  await expect(page.locator(".user-menu img.avatar")).toHaveAttribute("src", /^\/files\//);
  if (script) {
    // The other sections keep what is typed.
    await expect(page.getByLabel("First name")).toHaveValue("Grace");
    await expect(photo.getByText("Change photo")).toBeVisible();
    await fillAddress(page);
    await save(page);
    await told(page, "Profile updated successfully");
    await photo.getByRole("button", { name: "Remove me.jpg" }).click();
  } else await photo.getByLabel("Remove me.jpg").check();
  await send();
  await expect(photo.locator("img.avatar")).toHaveCount(0);
  await expect(page.locator(".user-menu img.avatar")).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a new password needs the current one and ends other sessions", async ({ page, baseURL, anotherBrowser }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  const elsewhere = await (await anotherBrowser()).newPage();
  await signInAs(elsewhere, person, "/orders");
  await page.goto("/profile");
  const change = () => page.getByRole("button", { name: "Change password" }).click();
  const error = (name: string) => page.locator(`#own-${name}-error`);
  const names = await page
    .locator("input[type=password]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name")));
  expect(names).toEqual(["currentPassword", "password"]);
  await page.locator("input[name=password]").fill("Changed#2027");
  await change();
  await expect(error("currentPassword")).toHaveText("Current password is required");
  await page.locator("input[name=password]").fill("Changed#2027");
  await page.locator("input[name=currentPassword]").fill("Wrong#2026");
  await change();
  await expect(error("currentPassword")).toHaveText("The current password is incorrect");
  await page.locator("input[name=password]").fill("Changed#2027");
  await page.locator("input[name=currentPassword]").fill(PASSWORD);
  await change();
  await told(page, "Profile updated successfully");
  await elsewhere.goto("/orders");
  await expect(elsewhere).toHaveURL(/\/signin/);
  await fillSignIn(elsewhere, { email: person.email, password: "Changed#2027" });
  await expect(elsewhere).toHaveURL("/orders");
});

test("sessions: names this one and signs out one or all others", async ({ page, baseURL, anotherBrowser }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  const [second, third] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser()).newPage()];
  await signInAs(second, person, "/orders");
  await page.goto("/profile");
  const sessions = page.locator(".sessions li");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This one");
  await expect(sessions.first()).toContainText(/^Chrome on /);
  await sessions.nth(1).getByRole("button", { name: "Sign out" }).click();
  await told(page, "The session was signed out");
  await expect(sessions).toHaveCount(1);
  await second.goto("/orders");
  await expect(second).toHaveURL(/\/signin/);
  await signInAs(second, person, "/orders");
  await signInAs(third, person, "/orders");
  await page.goto("/profile");
  const elsewhere = page.getByRole("button", { name: "Sign out elsewhere" });
  await expect(page.locator("#sessions-password")).toHaveCount(0);
  await controlPort().moveClock({ advanceMs: 6 * 60_000 });
  await elsewhere.click();
  await expect(page.locator("#sessions-password-error")).toHaveText("Enter your password, or sign in again first");
  expect(await seriousFindings(page)).toEqual([]);
  await page.locator("#sessions-password").fill("Wrong#2026");
  await elsewhere.click();
  await expect(page.locator("#sessions-password-error")).toHaveText("The current password is incorrect");
  await page.locator("#sessions-password").fill(PASSWORD);
  await page.locator("#sessions-password").press("Enter");
  await told(page, "2 other sessions were signed out");
  await third.goto("/orders");
  await expect(third).toHaveURL(/\/signin/);
});

/** Confirms the address of a new account, as the page of the second factor asks, and signs in again. */
async function proveAddress(page: Page, person: Person) {
  await expect(page.getByRole("heading", { name: "Confirm your email address first" })).toBeVisible();
  await expect(page.locator("input[name=code]")).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Email me the link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  const { text } = await lastMail(person.email);
  await page.goto(new URL(/http\S+\/password\/reset\/[\w-]+/.exec(text)![0]).pathname);
  await page.locator("input[name=password]").fill(person.password);
  await page.locator("input[name=confirmPassword]").fill(person.password);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(heading(page, "Password reset successfully")).toBeVisible();
  await signInAs(page, person, "/profile");
}

/** Enables two-factor sign-in and returns the key and the recovery codes. */
async function setUp(page: Page, person: Person) {
  await page.goto("/profile");
  await page.getByRole("link", { name: "Set up" }).click();
  await expect(heading(page, "Two-factor sign-in")).toBeVisible();
  await proveAddress(page, person);
  await page.getByRole("link", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const secret = await page.locator(".secret-text").innerText();
  await page.getByLabel("Code", { exact: false }).last().fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("#two-factor-errors")).toContainText("This code is not valid. Please try again.");
  await expect(page.locator(".secret-text")).toHaveText(secret);
  await page.locator("input[name=code]").fill(await freshCode(controlPort(), secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.getByRole("link", { name: "Download" })).toHaveAttribute("href", /^data:text\/plain/);
  return { secret, codes: await list.allInnerTexts() };
}
async function toTheCode(page: Page, person: Person, redirectUrl: string) {
  await page.goto(`/signin?redirectUrl=${encodeURIComponent(redirectUrl)}`);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/signin\/code/);
  await expect(heading(page, "Two-factor sign-in")).toBeVisible();
}
const enterCode = async (page: Page, code: string) => {
  await page.getByLabel("Code", { exact: false }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
};

test("two-factor sign-in: sets up, uses each code once, turns off", async ({ page, baseURL }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  const { secret, codes } = await setUp(page, person);
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await signOut(page);
  await toTheCode(page, person, "/services?page=1");
  expect(await seriousFindings(page)).toEqual([]);
  await enterCode(page, "000000");
  await expect(page.locator(".form-errors")).toContainText("This code is not valid. Please try again.");
  const code = await freshCode(controlPort(), secret);
  await enterCode(page, code);
  await expect(page).toHaveURL("/services?page=1");
  await signOut(page);
  await toTheCode(page, person, "/orders");
  await enterCode(page, code);
  await expect(page.locator(".form-errors")).toContainText("This code is not valid. Please try again.");
  await enterCode(page, codes[0]!);
  await expect(page).toHaveURL("/orders");

  await page.goto("/profile/two-factor");
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("input[name=code]").fill(codes[0]!);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.locator("#two-factor-errors")).toContainText("This code is not valid. Please try again.");
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("input[name=code]").fill(codes[1]!);
  await page.getByRole("button", { name: "New recovery codes" }).click();
  const renewed = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(renewed).toHaveCount(10);
  const [fresh] = await renewed.allInnerTexts();
  await page.goto("/profile/two-factor");
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("input[name=code]").fill(fresh!);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-factor sign-in is off")).toBeVisible();
  await signOut(page);
  await signInAs(page, person, "/orders");
  await expect(page).toHaveURL("/orders");
});

test("a super admin removes a lost second factor", async ({ page, baseURL, anotherBrowser }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await setUp(page, person);
  const office = await (await anotherBrowser()).newPage();
  await signInAs(office, SEEDED.superAdmin, `/clients?email=${encodeURIComponent(person.email)}`);
  await office.locator(".row-link").first().click();
  await office.getByRole("link", { name: "Remove two-factor sign-in" }).click();
  const dialog = office.getByRole("alertdialog");
  await expect(dialog).toContainText("Make sure Ada Example asked for this.");
  expect(await seriousFindings(office)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(office.getByText("Two-factor sign-in removed")).toBeVisible();
  await expect(office.getByRole("link", { name: "Remove two-factor sign-in" })).toHaveCount(0);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/signin/);
  await signInAs(page, person, "/orders");
  await expect(page).toHaveURL("/orders");
});

test("an emailed sign-in link works once and returns to the page", async ({ page, baseURL }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await forgetSession(page);
  await page.goto("/signin?redirectUrl=%2Fservices%3Fpage%3D1");
  await page.getByLabel("Email").fill("no address");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.locator(".form-errors")).toContainText("Please provide a valid email");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  await expect(page.getByText("works once, within 10 minutes")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const mail = await lastMail(person.email);
  const link = /http\S+\/signin\/link\/[\w-]+/.exec(mail.text)![0];
  await page.goto(link);
  await page.goto(link);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/services?page=1");
  await signOut(page);
  await page.goto(link);
  await expect(page.getByText("This link is no longer valid. Please request a new one.")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});

test("a sign-in link asks for the address in another browser", async ({ page, baseURL, browser }) => {
  const person = await enterAsNewCustomer(page, baseURL!);
  await forgetSession(page);
  await page.goto("/signin/link");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  const link = /http\S+\/signin\/link\/[\w-]+/.exec((await lastMail(person.email)).text)![0];
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText("requested in another browser")).toBeVisible();
  expect(await seriousFindings(other)).toEqual([]);
  await other.getByLabel("Email").fill("someone.else@example.com");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByText("This link is for another email address").first()).toBeVisible();
  await expect(other.getByLabel("Email")).toHaveValue("someone.else@example.com");
  await other.getByLabel("Email").fill(person.email.toUpperCase());
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other).not.toHaveURL(/signin/);
  await context.close();
});

test("saves choices, and 'Mark all as read' clears the bell", async ({ page, javaScriptEnabled: script }) => {
  await signInAs(page, SEEDED.affiliate, "/profile");
  await page.getByLabel("A report is ready").selectOption("By email");
  await page.getByRole("button", { name: "Save choices" }).click();
  await told(page, "Notification choices saved");
  await expect(page.getByLabel("A report is ready")).toHaveValue("email");
  await expect(page.getByLabel("A new client signs up")).toHaveCount(0);
  await page.getByLabel("A report is ready").selectOption("both");
  await page.getByRole("button", { name: "Save choices" }).click();
  await expect(page.getByLabel("A report is ready")).toHaveValue("both");

  await page.goto("/notifications");
  const all = page.getByRole("button", { name: "Mark all as read" });
  if ((await all.count()) === 0) return;
  if (script) {
    await page.locator("a.bell").click();
    const drawer = page.getByRole("dialog", { name: "Notifications" });
    await drawer.getByRole("button", { name: "Mark all as read" }).click();
    await expect(drawer.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
    await expect(page.locator(".bell-count")).toHaveCount(0);
  } else {
    await all.click();
    await expect(all).toHaveCount(0);
    await expect(page.locator(".bell-count")).toHaveCount(0);
  }
});

test("delivers each live notification once, also after a reconnect @script", async ({ page, request }) => {
  test.setTimeout(60_000);
  let sockets = 0;
  let subscribed = 0;
  let cut = () => {};
  await page.routeWebSocket(/our-websocket/, (socket) => {
    sockets++;
    socket.connectToServer().onMessage((message) => {
      if (message.toString().startsWith("RECEIPT")) subscribed++;
      socket.send(message);
    });
    cut = () => void socket.close({ code: 1011 });
  });
  const signUp = async (firstName: string) => {
    const form = { firstName, lastName: "News", email: `${firstName}@example.com`, password: PASSWORD };
    expect((await request.post("/api/user/signUp", { data: form })).ok()).toBe(true);
  };
  await signInAs(page, SEEDED.superAdmin, "/notifications");
  await expect.poll(() => subscribed, { timeout: 30_000 }).toBe(1);
  expect(sockets).toBe(1);
  const first = `Live${crypto.randomUUID().slice(0, 6)}`;
  await signUp(first);
  await expect(page.locator(".toast", { hasText: `${first} News signed up` })).toHaveCount(1);
  cut();
  const second = `Back${crypto.randomUUID().slice(0, 6)}`;
  await signUp(second);
  await expect.poll(() => sockets).toBe(2);
  await expect(page.locator(".toast", { hasText: `${second} News signed up` })).toHaveCount(1);
});

test("a lost connection waits longer each time, and not once online @script", async ({ page }) => {
  let sockets = 0;
  await page.routeWebSocket(/our-websocket/, (socket) => {
    sockets++;
    void socket.close({ code: 1011 });
  });
  await page.clock.install();
  await signInAs(page, SEEDED.superAdmin, "/notifications");
  await expect.poll(() => sockets, { timeout: 60_000 }).toBe(4);
  // The next try would come after 4 to 8 s, for which the page's time stands still.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  // It does nothing until the page knows of the loss.
  const online = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(async () => (await online()) && sockets).toBeGreaterThan(4);
});
