import { expect, type Page } from "@playwright/test";
import { told } from "../support/checkoutSteps";
import {
  fillSignIn,
  lastMail,
  newPerson,
  PASSWORD,
  seriousFindings,
  signInOnScreen,
  signOut,
  signUpAs,
} from "../support/e2e";
import { test } from "../support/watchedTest";

const HINT = "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const alertBox = (page: Page) => page.locator(".form-errors");

// An error page has an error status, which browsers log to the console.
test.beforeEach(({ expectRefusal }) => expectRefusal(/./));

test("sign-up keeps the form on errors, then signs in with a toast @twice", async ({ page }) => {
  const person = newPerson();
  await page.goto("/signup");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("free account");
  await expect(page.getByText(HINT)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "SIGN UP" }).click();
  for (const message of [
    "First name is required",
    "Last name is required",
    "Email is required",
    "Password is required",
  ])
    await expect(alertBox(page)).toContainText(message);
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.locator("input[name=password]").fill("weak");
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(alertBox(page)).toContainText(HINT);
  await expect(page.getByLabel("First name")).toHaveValue(person.firstName);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);

  await page.locator("input[name=password]").fill(person.password);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await page.waitForURL((url) => url.pathname === "/welcome");
  await told(page, "Account created successfully");
});

test("sign-up with a known address says so and keeps the form", async ({ page }) => {
  const person = await signUpAs(page);
  await signOut(page);
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Other");
  await page.getByLabel("Last name").fill("Person");
  await page.getByLabel("Email").fill(person.email.toUpperCase());
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await expect(alertBox(page)).toContainText("User Already exists");
  await expect(page.getByLabel("First name")).toHaveValue("Other");
  expect(await page.content()).not.toContain(PASSWORD);
  expect(await seriousFindings(page)).toEqual([]);
});

test("shows /welcome once, with two links and a video on demand", async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(test.info().project.use.baseURL!)) foreign.push(request.url());
  });
  const person = await signUpAs(page);
  await expect(page.getByRole("link", { name: "Place new order" })).toHaveAttribute("href", "/services");
  await expect(page.locator("video")).toBeHidden();
  await page.locator("summary", { hasText: "Watch" }).click();
  await expect(page.locator("video")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL("/");
  await signOut(page);
  await signInOnScreen(page, person);
  await expect(page).toHaveURL("/");
});

test("sign-in gives one error for any mistake and keeps the address", async ({ page }) => {
  const person = await signUpAs(page);
  await signOut(page);
  await expect(heading(page, "Welcome Back!")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(alertBox(page)).toContainText("Email is required");
  await expect(alertBox(page)).toContainText("Password is required");
  for (const wrong of [
    { email: person.email, password: "Wrong#2026" },
    { email: person.email, password: "short" },
    { email: newPerson().email, password: PASSWORD },
  ]) {
    await fillSignIn(page, wrong);
    await expect(alertBox(page)).toContainText("Invalid email or password");
    await expect(page.getByLabel("Email")).toHaveValue(wrong.email);
    expect(await page.content()).not.toContain(wrong.password === "short" ? 'value="short"' : wrong.password);
  }
  expect(await seriousFindings(page)).toEqual([]);
  await fillSignIn(page, person);
  await expect(page).toHaveURL("/");
});

test("sign-in returns to the requested page, never to another site", async ({ page, baseURL }) => {
  const person = await signUpAs(page);
  await signOut(page);
  await page.goto("/services?page=1");
  await expect(page).toHaveURL("/signin?redirectUrl=%2Fservices%3Fpage%3D1");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/signin?redirectUrl=%2Fservices%3Fpage%3D1");
  await fillSignIn(page, { ...person, password: "Wrong#2026" });
  await expect(alertBox(page)).toBeVisible();
  await fillSignIn(page, person);
  await expect(page).toHaveURL("/services?page=1");
  await page.goto("/signin");
  await expect(page).toHaveURL("/");
  await signOut(page);
  for (const hostile of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
    await signInOnScreen(page, person, hostile);
    expect(page.url()).toBe(`${baseURL}/`);
    await signOut(page);
  }
});

test("resets a forgotten password by a link that works once", async ({ page, browser, baseURL }) => {
  const person = await signUpAs(page);
  await signOut(page);
  // The same user stays signed in on another device.
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signInOnScreen(elsewhere, person);

  await page.getByRole("link", { name: "Trouble signing in?" }).click();
  await expect(heading(page, "Forgot Password?")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(alertBox(page)).toContainText("Email is required");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(alertBox(page)).toContainText("Please provide a valid email");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  expect(page.url()).not.toContain("@");
  expect(await seriousFindings(page)).toEqual([]);
  const linkIn = (mail: { text: string }) => /http\S+\/password\/reset\/\S+/.exec(mail.text)![0];
  const first = linkIn(await lastMail(person.email));

  await page.reload();
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(page.getByText("We sent the email again")).toBeVisible();
  await expect(heading(page, "Check your email")).toBeVisible();
  const second = linkIn(await lastMail(person.email, 1));
  expect(second).not.toBe(first);
  expect(new URL(second).origin).toBe(baseURL);

  // A newer link invalidates the older one.
  await page.goto(first);
  await expect(page.getByText("This link is no longer valid. Please request a new one.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", "/password/reset");
  expect(await seriousFindings(page)).toEqual([]);

  const opened = await page.goto(second);
  expect(opened!.headers()["referrer-policy"]).toBe("same-origin");
  await expect(heading(page, "Reset Password")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const [password, confirmed] = [page.locator("input[name=password]"), page.locator("input[name=confirmPassword]")];
  await password.fill("Changed#2027");
  await confirmed.fill("Changed#2028");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(alertBox(page)).toContainText("Passwords don't match");
  await password.fill("Changed#2027");
  await confirmed.fill("Changed#2027");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(heading(page, "Password reset successfully")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await elsewhere.goto("/");
  await expect(elsewhere).toHaveURL("/signin");
  await page.getByRole("link", { name: "Proceed to Login" }).click();
  await fillSignIn(page, person);
  await expect(alertBox(page)).toContainText("Invalid email or password");
  await fillSignIn(page, { ...person, password: "Changed#2027" });
  await expect(page).toHaveURL("/");
  const other = await (await browser.newContext({ baseURL })).newPage();
  await other.goto(second);
  await expect(other.getByText("This link is no longer valid. Please request a new one.")).toBeVisible();
});

test("confirms a reset for an unknown address like for a known one", async ({ page }) => {
  await page.goto("/password/reset");
  await page.getByLabel("Email").fill(newPerson().email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL("/signin");
});

test("sign-out ends the session on the server", async ({ page, context }) => {
  await signUpAs(page);
  const before = await context.cookies();
  const session = before.find(({ name }) => name === "session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  await signOut(page);
  expect((await context.cookies()).some(({ name }) => name === "session")).toBe(false);
  await context.addCookies(before);
  await page.goto("/");
  await expect(page).toHaveURL("/signin");
});

test("an unknown path shows the 404 page, signed out and signed in", async ({ page }) => {
  for (const signedIn of [false, true]) {
    if (signedIn) await signUpAs(page);
    // A page with an unknown id is not found either; visitors are asked to sign in first.
    const ofNothing = signedIn ? ["/services/nothing/details", "/services/%00/details"] : [];
    for (const path of ["/nothing", "/orders/nothing/at/all", "/password/reset/a/b", ...ofNothing]) {
      const answer = await page.goto(path);
      expect(answer!.status()).toBe(404);
      await expect(heading(page, "404 | Page not found")).toBeVisible();
    }
    expect(await seriousFindings(page)).toEqual([]);
  }
});

test("signs in by keyboard alone @twice", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium");
  const person = await signUpAs(page);
  await signOut(page);
  await page.goto("/signin");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await expect(page.locator("input[name=password]")).toBeFocused();
  await page.keyboard.type("Wrong#2026");
  await page.keyboard.press("Enter");
  await expect(alertBox(page)).toBeFocused();
  await page.locator("input[name=password]").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("resubmits a refused form during its revalidation @script", async ({ page }) => {
  const person = await signUpAs(page);
  await signOut(page);
  await page.goto("/signin");
  let goOn = () => {};
  const sentAgain = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/signin\?_data=/, async (route) => {
    if (route.request().method() === "GET") await sentAgain;
    await route.fallback();
  });
  await page.getByLabel("Email").fill(person.email);
  await page.locator("input[name=password]").fill("Wrong#2026");
  await page.keyboard.press("Enter");
  await expect(alertBox(page)).toBeFocused();
  await page.locator("input[name=password]").fill(person.password);
  const again = page.waitForRequest((request) => request.method() === "POST");
  await page.keyboard.press("Enter");
  await again;
  goOn();
  await expect(page).toHaveURL("/");
});

test("every account page sends the security headers, whatever its status", async ({ request }) => {
  for (const path of ["/signin", "/signup", "/password/reset", "/password/reset/nothing", "/nothing", "/"]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const headers = answer.headers();
    expect(headers["content-security-policy"], path).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/);
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.any(String),
      "referrer-policy": expect.any(String),
    });
  }
});

test("rejects a form from another site", async ({ page, request }) => {
  const person = await signUpAs(page);
  for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }, {}]) {
    const answer = await request.post("/signin", {
      headers: headers as Record<string, string>,
      form: { email: person.email, password: person.password },
      maxRedirects: 0,
      // The server refuses before it reads the body, so the connection may close before the client reads the answer.
      maxRetries: 3,
    });
    expect(answer.status()).toBe(403);
    expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
});

test("one error is its own heading, several are counted", async ({ page, expectRefusal }) => {
  expectRefusal(/\/signin/);
  await page.goto("/signin");
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(alertBox(page).getByRole("heading")).toHaveText("Please check 2 fields");
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.locator("input[name=password]").fill("Wrong#2026");
  await page.getByRole("button", { name: "SIGN IN" }).click();
  await expect(alertBox(page).getByRole("heading")).toHaveText("Invalid email or password");
});

test("customer quotes advance every 10 seconds and stand still for a reader", async ({
  page,
  javaScriptEnabled: script,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  if (script) await page.clock.install();
  await page.goto("/signin");
  const quotes = page.locator(".testimonials blockquote");
  const shown = page.locator(".testimonials blockquote:not([data-off])");
  const texts = await quotes.allTextContents();
  await expect(shown).toHaveText([texts[0]!]);
  const next = page.getByRole("button", { name: "Next quote" });
  if (!script) return await expect(next).toBeHidden();
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(shown).toHaveText([texts[1]!], { timeout: 100 });
  }).toPass();
  await page.locator(".testimonials").hover();
  await page.clock.fastForward(30_000);
  await expect(shown).toHaveText([texts[1]!]);
  await next.click();
  await expect(shown).toHaveText([texts[2]!]);
  await page.getByRole("button", { name: "Previous quote" }).click();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(30_000);
  await expect(shown).toHaveText([texts[1]!]);
});

test("customer quotes stand still when motion is reduced @script", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/signin");
  const shown = page.locator(".testimonials blockquote:not([data-off])");
  const first = await shown.textContent();
  await page.getByLabel("Email").fill("someone@example.com");
  await page.mouse.move(0, 0);
  await page.clock.fastForward(60_000);
  await expect(shown).toHaveText(first!);
});
