import { afterAll, beforeAll, expect, test } from "vitest";
import { freshCode } from "../support/authenticator";
import { jpegBytes, pngBytes } from "../support/fileBytes";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { scriptFreeBrowser } from "../support/scriptFreeBrowser";
import type { ScriptFreePage } from "../support/scriptFreePage";
import {
  aCustomer,
  fillBilling,
  fillSignIn,
  linkIn,
  mailTo,
  newPerson,
  type Person,
  seeded,
  signedIn,
  signOut,
} from "../support/scriptFreeSteps";

const HINT = "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
const NEW_PASSWORD = "Changed#2027";
const NO_LONGER = "This link is no longer valid. Please request a new one.";

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal();
}, 240_000);
afterAll(() => portal?.remove());

const resetLink = ({ text }: { text: string }) => linkIn(text, "/password/reset/");

test("sign-up names missing fields, keeps the input and signs in", async () => {
  const person = newPerson();
  const browser = scriptFreeBrowser(portal.base);
  let form = await browser.open("/signup");
  expect(form.text).toContain(HINT);
  form = await form.press("SIGN UP");
  expect(form.status).toBe(400);
  for (const label of ["First name", "Last name", "Email", "Password"])
    expect(form.error(label)).toContain(`${label} is required`);
  form.fill("First name", person.firstName).fill("Last name", person.lastName).fill("Email", person.email);
  form = await form.fill("Password", "weak").press("SIGN UP");
  expect(form.error("Password")).toContain(HINT);
  expect([form.value("First name"), form.value("Email"), form.value("Password")]).toEqual(["Ada", person.email, ""]);
  const welcome = await form.fill("Password", person.password).press("SIGN UP");
  expect([welcome.path, welcome.toasts]).toEqual(["/welcome", ["Account created successfully"]]);
  expect(welcome.href("Place new order")).toBe("/services");
  const home = await welcome.follow("Go to Dashboard");
  const signIn = await signOut(home);
  expect((await fillSignIn(signIn, person)).path).toBe("/");
});

test("sign-up with a known address says so and keeps the form", async () => {
  const { person } = await aCustomer(portal);
  let form = await scriptFreeBrowser(portal.base).open("/signup");
  form.fill("First name", "Other").fill("Last name", "Person").fill("Email", person.email.toUpperCase());
  form = await form.fill("Password", SEEDED_PASSWORD).press("SIGN UP");
  expect(form.errorSummary).toContain("User Already exists");
  expect(form.value("First name")).toBe("Other");
  expect(form.html).not.toContain(SEEDED_PASSWORD);
});

test("sign-in gives one error for any mistake and keeps the address", async () => {
  const { person } = await aCustomer(portal);
  let form = await (await scriptFreeBrowser(portal.base).open("/signin")).press("SIGN IN");
  expect(form.headings(2)).toContain("Please check 2 fields");
  expect([form.error("Email"), form.error("Password")]).toEqual(["Email is required", "Password is required"]);
  for (const wrong of [
    { email: person.email, password: "Wrong#2026" },
    { email: person.email, password: "short" },
    { email: newPerson().email, password: SEEDED_PASSWORD },
  ]) {
    form = await fillSignIn(form, wrong);
    expect(form.headings(2)).toContain("Invalid email or password");
    expect([form.value("Email"), form.value("Password")]).toEqual([wrong.email, ""]);
  }
  expect((await fillSignIn(form, person)).path).toBe("/");
});

test("sign-in returns to the requested page, never to another site", async () => {
  const { person } = await aCustomer(portal);
  const browser = scriptFreeBrowser(portal.base);
  let form = await browser.open("/services?page=1");
  expect(form.location).toBe("/signin?redirectUrl=%2Fservices%3Fpage%3D1");
  form = await (await form.follow("Sign Up")).follow("Sign In");
  form = await fillSignIn(form, { ...person, password: "Wrong#2026" });
  expect((await fillSignIn(form, person)).location).toBe("/services?page=1");
  expect((await browser.open("/signin")).path).toBe("/");
  for (const hostile of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
    const stranger = scriptFreeBrowser(portal.base);
    const hostileForm = await stranger.open(`/signin?redirectUrl=${encodeURIComponent(hostile)}`);
    const page = await fillSignIn(hostileForm, person);
    expect([page.answer.url.origin, page.location]).toEqual([portal.base, "/"]);
  }
});

test("resets a forgotten password by a link that works once", async () => {
  const { person, browser: elsewhere } = await aCustomer(portal);
  const browser = scriptFreeBrowser(portal.base);
  let page = await (await browser.open("/signin")).follow("Trouble signing in?");
  page = await page.press("Send link");
  expect(page.error("Email")).toContain("Email is required");
  page = await page.fill("Email", "nobody").press("Send link");
  expect(page.error("Email")).toContain("Please provide a valid email");
  page = await page.fill("Email", person.email).press("Send link");
  expect(page.heading).toBe("Check your email");
  expect(page.location).not.toContain("@");
  const first = resetLink(await mailTo(portal, person.email, ({ text }) => text.includes("/password/reset/")));
  page = await (await page.reload()).press("Resend Email");
  expect(page.text).toContain("We sent the email again");
  const second = resetLink(
    await mailTo(portal, person.email, ({ text }) => text.includes("/password/reset/") && !text.includes(first)),
  );
  const replaced = await browser.open(first);
  expect(replaced.text).toContain(NO_LONGER);
  expect(replaced.href("Request a new link")).toBe("/password/reset");

  let reset = await browser.open(second);
  expect([reset.heading, reset.headers.get("Referrer-Policy")]).toEqual(["Reset Password", "same-origin"]);
  reset = await reset
    .fill("New password", NEW_PASSWORD)
    .fill("Confirm password", `${NEW_PASSWORD}8`)
    .press("Reset Password");
  expect(reset.error("Confirm password")).toContain("Passwords don't match");
  reset = await reset.fill("New password", NEW_PASSWORD).fill("Confirm password", NEW_PASSWORD).press("Reset Password");
  expect(reset.heading).toBe("Password reset successfully");
  expect((await elsewhere.open("/")).path).toBe("/signin");
  page = await fillSignIn(await reset.follow("Proceed to Login"), person);
  expect(page.errorSummary).toContain("Invalid email or password");
  expect((await fillSignIn(page, { ...person, password: NEW_PASSWORD })).path).toBe("/");
  expect((await scriptFreeBrowser(portal.base).open(second)).text).toContain(NO_LONGER);
});

test("confirms a reset for an unknown address like for a known one", async () => {
  const form = await scriptFreeBrowser(portal.base).open("/password/reset");
  const page = await form.fill("Email", newPerson().email).press("Send link");
  expect(page.heading).toBe("Check your email");
  expect((await page.follow("Back to Login")).path).toBe("/signin");
});

test("an emailed sign-in link works once and returns to the page", async () => {
  const { person } = await aCustomer(portal);
  const browser = scriptFreeBrowser(portal.base);
  let page = await browser.open("/signin?redirectUrl=%2Fservices%3Fpage%3D1");
  page = await page.fill("Email", "no address").press("Email me a sign-in link");
  expect(page.error("Email")).toContain("Please provide a valid email");
  page = await page.fill("Email", person.email).press("Send link");
  expect([page.heading, page.has("works once, within 10 minutes")]).toEqual(["Check your email", true]);
  const { text } = await mailTo(portal, person.email, (mail) => mail.text.includes("/signin/link/"));
  const link = linkIn(text, "/signin/link/");
  // Mail scanners open links: opening one uses nothing up.
  await browser.open(link);
  page = await (await browser.open(link)).press("Sign in");
  expect(page.location).toBe("/services?page=1");
  await signOut(page);
  expect((await browser.open(link)).text).toContain(NO_LONGER);
});

test("a sign-in link asks for the address in another browser", async () => {
  const { person } = await aCustomer(portal);
  const form = await scriptFreeBrowser(portal.base).open("/signin/link");
  await form.fill("Email", person.email).press("Send link");
  const { text } = await mailTo(portal, person.email, (mail) => mail.text.includes("/signin/link/"));
  const other = scriptFreeBrowser(portal.base);
  let page = await other.open(linkIn(text, "/signin/link/"));
  expect(page.text).toContain("requested in another browser");
  page = await page.fill("Email", "someone.else@example.com").press("Sign in");
  expect(page.error("Email")).toContain("This link is for another email address");
  expect(page.value("Email")).toBe("someone.else@example.com");
  expect((await page.fill("Email", person.email.toUpperCase()).press("Sign in")).path).not.toContain("/signin");
});

test("sign-out ends the session on the server", async () => {
  const { browser, page } = await aCustomer(portal);
  const stolen = scriptFreeBrowser(portal.base, {
    headers: {
      Cookie: browser
        .cookies()
        .map(({ name, value }) => `${name}=${value}`)
        .join("; "),
    },
  });
  expect((await stolen.open("/orders")).path).toBe("/orders");
  expect((await signOut(page)).path).toBe("/signin");
  expect(browser.cookies().map(({ name }) => name)).not.toContain("session");
  expect((await stolen.open("/orders")).path).toBe("/signin");
});

test("a browser that refuses cookies learns so at the sign-in", async () => {
  const browser = scriptFreeBrowser(portal.base, { keepsCookies: false });
  const person = { email: "customer@example.com", password: SEEDED_PASSWORD };
  const page = await fillSignIn(await browser.open("/signin?redirectUrl=/orders"), person);
  expect([page.path, page.has("Your browser refused our cookie")]).toEqual(["/signin", true]);
  expect(page.labels).toContain("Email");
});

test("details: names every missing field, keeps the input, then saves", async () => {
  const { browser, person } = await aCustomer(portal);
  let page = await browser.open("/profile");
  expect([page.value("Email"), page.isDisabled("Email")]).toEqual([person.email, true]);
  page = await page.fill("Last name", "Hopper").press("Save name");
  expect([page.toasts, page.value("Last name")]).toEqual([["Profile updated successfully"], "Hopper"]);
  page = await page.fill("First name", "").fill("City", "Austin").press("Save Changes");
  for (const label of ["First name", "Address", "Country", "Postal/Zip Code", "Phone"])
    expect(page.error(label)).toContain(`${label} is required`);
  expect(page.value("City")).toBe("Austin");
  page = await fillBilling(page).fill("First name", "Grace").fill("Company", "Grace Ltd").press("Save Changes");
  expect([page.toasts, page.value("Company")]).toEqual([["Profile updated successfully"], "Grace Ltd"]);
  page = await page.fill("Company", "").press("Save Changes");
  expect(page.value("Company")).toBe("");
  expect([page.value("First name"), page.value("Phone")]).toEqual(["Grace", "+1 555 0100"]);
});

test("a photo is refused by its content, saved and removed", async () => {
  const { browser } = await aCustomer(portal);
  const photo = (page: ScriptFreePage) => page.within("Photo");
  const jpeg = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "me.jpg", { type: "image/jpeg" });
  let page = await browser.open("/profile");
  page = await photo(page).attach(/.*/, jpeg(pngBytes())).press("Save photo");
  expect(photo(page).fieldErrors.join()).toContain("'me.jpg' cannot be used");
  page = await photo(page).attach(/.*/, jpeg(jpegBytes())).press("Save photo");
  expect(page.toasts).toEqual(["Profile updated successfully"]);
  expect(page.html).toMatch(/<img[^>]*class="avatar[^>]*src="\/files\//);
  page = await photo(page).check("Remove me.jpg").press("Save photo");
  expect(page.html).not.toMatch(/<img[^>]*class="avatar/);
});

test("a new password needs the current one and ends other sessions", async () => {
  const { browser, person } = await aCustomer(portal);
  const elsewhere = await signedIn(portal, person);
  let page = await browser.open("/profile");
  page = await page.fill("New password", NEW_PASSWORD).press("Change password");
  expect(page.error("Current password")).toBe("Current password is required");
  page.fill("New password", NEW_PASSWORD).fill("Current password", "Wrong#2026");
  page = await page.press("Change password");
  expect(page.error("Current password")).toBe("The current password is incorrect");
  page.fill("New password", NEW_PASSWORD).fill("Current password", person.password);
  page = await page.press("Change password");
  expect(page.toasts).toEqual(["Profile updated successfully"]);
  const signIn = await elsewhere.open("/orders");
  expect(signIn.path).toBe("/signin");
  expect((await fillSignIn(signIn, { ...person, password: NEW_PASSWORD })).path).toBe("/orders");
});

test("sessions: signs out one, and all others after the password", async () => {
  const { browser, person } = await aCustomer(portal);
  const second = await signedIn(portal, person);
  const sessions = (page: ScriptFreePage) => page.within("Where you are signed in");
  let page = await browser.open("/profile");
  expect(sessions(page).row("This one").text).toMatch(/^Chrome on /);
  page = await sessions(page).press(/^Sign out(?! elsewhere)/);
  expect(page.toasts).toEqual(["The session was signed out"]);
  expect((await second.open("/orders")).path).toBe("/signin");
  const others = [await signedIn(portal, person), await signedIn(portal, person)];
  page = await browser.open("/profile");
  await portal.control.moveClock({ advanceMs: 6 * 60_000 });
  page = await page.press("Sign out elsewhere");
  expect(sessions(page).error(/password/i)).toContain("Enter your password, or sign in again first");
  page = await sessions(page)
    .fill(/password/i, "Wrong#2026")
    .press("Sign out elsewhere");
  expect(sessions(page).error(/password/i)).toContain("The current password is incorrect");
  page = await sessions(page)
    .fill(/password/i, person.password)
    .press("Sign out elsewhere");
  expect(page.toasts).toEqual(["2 other sessions were signed out"]);
  for (const other of others) expect((await other.open("/orders")).path).toBe("/signin");
});

/** Proves the address of a new account, as the page of the second factor asks, and turns the factor on. */
async function setUpSecondFactor(person: Person, start: ScriptFreePage) {
  let page = await start.follow("Set up");
  expect([page.heading, page.labels]).toEqual(["Two-factor sign-in", []]);
  await page.press("Email me the link");
  const { text } = await mailTo(portal, person.email, (mail) => mail.text.includes("/password/reset/"));
  const reset = await scriptFreeBrowser(portal.base).open(resetLink({ text }));
  await reset.fill("New password", person.password).fill("Confirm password", person.password).press("Reset Password");
  const browser = await signedIn(portal, person);
  page = await (await browser.open("/profile")).follow("Set up");
  const secret = page.textsOf("secret-text")[0]!;
  page = await page.fill("Code", "000000").press("Turn on");
  expect(page.error("Code") + page.errorSummary).toContain("This code is not valid. Please try again.");
  expect(page.textsOf("secret-text")[0]).toBe(secret);
  page = await page.fill("Code", await freshCode(portal.control, secret)).press("Turn on");
  const codes = page.items("Recovery codes");
  expect(codes).toHaveLength(10);
  return { browser, page, secret, codes };
}

test("two-factor sign-in: sets up, uses each code once, turns off", async () => {
  const { browser: first, person } = await aCustomer(portal);
  const { page: codesPage, secret, codes } = await setUpSecondFactor(person, await first.open("/profile"));
  let page = await codesPage.follow("I have saved them");
  page = await signOut(page);
  const browser = scriptFreeBrowser(portal.base);
  const toTheCode = async (path: string) =>
    await fillSignIn(await browser.open(`/signin?redirectUrl=${encodeURIComponent(path)}`), person);
  page = await toTheCode("/services?page=1");
  expect(page.path).toBe("/signin/code");
  page = await page.fill("Code", "000000").press("Sign in");
  expect(page.errorSummary).toContain("This code is not valid. Please try again.");
  const code = await freshCode(portal.control, secret);
  page = await page.fill("Code", code).press("Sign in");
  expect(page.location).toBe("/services?page=1");
  await signOut(page);
  page = await (await toTheCode("/orders")).fill("Code", code).press("Sign in");
  expect(page.errorSummary).toContain("This code is not valid. Please try again.");
  page = await page.fill("Code", codes[0]!).press("Sign in");
  expect(page.path).toBe("/orders");

  page = await browser.open("/profile/two-factor");
  expect(page.text).toContain("You have 9 recovery codes left.");
  const answer = (used: string) => page.fill(/password/i, person.password).fill("Code", used);
  page = await answer(codes[0]!).press("Turn off");
  expect(page.errorSummary).toContain("This code is not valid. Please try again.");
  page = await answer(codes[1]!).press("New recovery codes");
  const [fresh, ...others] = page.items("Recovery codes");
  expect(others).toHaveLength(9);
  page = await browser.open("/profile/two-factor");
  page = await answer(fresh!).press("Turn off");
  expect(page.text).toContain("Two-factor sign-in is off");
  await signOut(page);
  await signedIn(portal, person);
});

test("a super admin removes a lost second factor", async () => {
  const { browser: first, person } = await aCustomer(portal);
  const { browser } = await setUpSecondFactor(person, await first.open("/profile"));
  const office = await seeded(portal, "superadmin");
  let page = await office.open(`/clients?email=${encodeURIComponent(person.email)}`);
  page = await (await office.open(page.rowPaths[0]!)).follow("Remove two-factor sign-in");
  const dialog = page.within("Remove two-factor sign-in");
  expect(dialog.text).toContain("Make sure Ada Example asked for this.");
  page = await dialog.press("Remove");
  expect(page.text + page.toasts).toContain("Two-factor sign-in removed");
  expect(page.links).not.toContain("Remove two-factor sign-in");
  expect((await browser.open("/orders")).path).toBe("/signin");
  await signedIn(portal, person);
});

test("saves notification choices and marks all as read", async () => {
  const browser = await seeded(portal, "affiliate");
  let page = await browser.open("/profile");
  page = await page.select("A report is ready", "By email").press("Save choices");
  expect([page.toasts, page.value("A report is ready")]).toEqual([["Notification choices saved"], "email"]);
  expect(page.labels).not.toContain("A new client signs up");
  page = await (await seeded(portal, "manager")).open("/notifications");
  expect(page.buttons).toContain("Mark all as read");
  page = await page.press("Mark all as read");
  expect(page.buttons).not.toContain("Mark all as read");
  expect(page.textsOf("bell-count")).toEqual([]);
});
