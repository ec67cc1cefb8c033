import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { controlPort } from "./controlPort";
import { isGate } from "./tier";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The password of every seeded account and of accounts made by these helpers. */
export const PASSWORD = "Portal#2026";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** A person without an account. */
export function newPerson(values: Partial<Person> = {}): Person {
  const mailbox = `ada.${crypto.randomUUID().slice(0, 8)}`;
  return { firstName: "Ada", lastName: "Example", email: `${mailbox}@example.com`, password: PASSWORD, ...values };
}

/** Signs up on the sign-up screen and waits for /welcome. */
export async function signUpAs(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: false }).first().fill(person.password);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await page.waitForURL((url) => url.pathname === "/welcome");
  return person;
}

/** Fills and submits the sign-in form. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel("Email").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "SIGN IN" }).click();
}

/** Signs in on the sign-in screen and waits for the redirect. */
export async function signInOnScreen(page: Page, person: Pick<Person, "email" | "password">, redirectUrl?: string) {
  await page.goto(redirectUrl ? `/signin?redirectUrl=${encodeURIComponent(redirectUrl)}` : "/signin");
  endingSession.delete(page);
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname !== "/signin");
}

/** Posts the sign-in form without its screen. With `redirectUrl` it opens the page that the sign-in leads to. */
export async function signInAs(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  redirectUrl?: string,
) {
  const answer = await page.request.post("/signin", {
    headers: { "Sec-Fetch-Site": "same-origin" },
    form: { email, password, redirectUrl: redirectUrl ?? "/" },
    maxRedirects: 0,
    // The portal closes idle connections; a browser repeats a request that meets such a close.
    maxRetries: 3,
  });
  expect(answer.status(), `${email} signs in`).toBe(303);
  await page.goto(redirectUrl === undefined ? "about:blank" : answer.headers().location!);
  // Until here the page of the session before was open, and may have tried to connect.
  endingSession.delete(page);
}

/** Pages whose session ends while they are open: the portal refuses their next live connection. */
export const endingSession = new WeakSet<Page>();

/** Signs out with the avatar menu. */
export async function signOut(page: Page) {
  endingSession.add(page);
  await page.locator("summary", { hasText: "Your account" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/signin");
}

/** Clears the session cookies. Leaves the page first, because its live connection would fail and log an error. */
export async function forgetSession(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** The mails of a whole day of renewals may be under way before it. */
const MAIL_LIMIT = { timeout: 60_000 };

/** Waits for more than `after` emails to an address and returns the newest. */
export async function lastMail(to: string, after = 0) {
  const mailsTo = async () => (await controlPort().mail()).filter((mail) => mail.to === to);
  await expect.poll(async () => (await mailsTo()).length, MAIL_LIMIT).toBeGreaterThan(after);
  return (await mailsTo())[0]!;
}

/** Waits for an email to an address that `matches` and returns the newest; others may arrive in between. */
export async function mailThat(to: string, matches: (mail: { subject: string; text: string }) => boolean) {
  const mails = async () => (await controlPort().mail()).filter((mail) => mail.to === to);
  // On a timeout the error lists the emails that arrived instead.
  const result = async () => {
    const all = await mails();
    return all.some(matches) || all.map(({ subject, sentAt }) => `${sentAt} ${subject}`);
  };
  await expect.poll(result, MAIL_LIMIT).toBe(true);
  return (await mails()).find(matches)!;
}

/**
 * The serious and critical axe violations of the current page. `only` restricts the rules. In the gate axe looks at the
 * ten screens of axe.spec.ts only.
 */
export async function seriousFindings(page: Page, only?: string[]): Promise<string[]> {
  if (isGate && !test.info().file.endsWith("axe.spec.ts")) return [];
  const axePage = test.info().project.use.javaScriptEnabled === false ? await withScript(page) : page;
  // A button with a pending action still changes its look.
  await expect(axePage.locator("[aria-disabled='true'] .spinner")).toHaveCount(0);
  // Inject axe once per document, because it is half a megabyte.
  if (!(await axePage.evaluate(() => "axe" in window))) await axePage.evaluate(axeSource);
  return await axePage.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // Finish color transitions; finishing one may start those of elements that inherit its color.
    const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let running = changing(); running.length > 0; running = changing())
      for (const transition of running) transition.finish();
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, only);
}

interface Copy {
  page: Page;
  /** The page's current HTML without the portal's scripts. */
  html: string;
  url: string;
}
const copies = new Map<Page, Copy>();

async function openCopy(page: Page): Promise<Copy> {
  // In projects without JavaScript a new context has none unless requested.
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: true, reducedMotion: "reduce" });
  const copy: Copy = { page: await context.newPage(), html: "", url: "" };
  copies.set(page, copy);
  await copy.page.route(
    (url) => url.href === copy.url.split("#")[0],
    (route) => route.fulfill({ body: copy.html, contentType: "text/html; charset=utf-8" }),
  );
  return copy;
}

/** Closes the copies that withScript opened. */
export async function closeCopies() {
  for (const { page } of copies.values()) await page.context().close();
  copies.clear();
}

/** The page's address and HTML. A press resolves once its answer begins to arrive, so this waits for its end. */
async function wholeDocument(page: Page): Promise<{ url: string; html: string }> {
  const read = () =>
    page.evaluate(() =>
      document.readyState === "complete"
        ? { url: location.href, html: `<!DOCTYPE html>${document.documentElement.outerHTML}` }
        : null,
    );
  let result: Awaited<ReturnType<typeof read>> = null;
  // A page cannot be evaluated while another takes its place.
  await expect(async () => {
    result = await read();
    expect(result).not.toBeNull();
  }).toPass({ intervals: [20, 50, 100], timeout: 30_000 });
  return result!;
}

/** Opens a copy of the page with JavaScript enabled, because axe is a script. */
async function withScript(page: Page): Promise<Page> {
  const copy = copies.get(page) ?? (await openCopy(page));
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await copy.page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await copy.page.setViewportSize(page.viewportSize()!);
  const { url, html: whole } = await wholeDocument(page);
  const html = whole.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, "");
  if (copy.html === html && copy.url === url) return copy.page;
  Object.assign(copy, { html, url });
  // Leave the page first: going to another fragment of the same address does not reload it.
  await copy.page.goto("about:blank");
  await copy.page.goto(copy.url);
  return copy.page;
}

/** Waits for the POST that saves the theme or menu choice; a module of the same name is fetched with GET. */
export const preferencesKept = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "POST" && answer.url().includes("/preferences"));

/** Resolves once the next page's live connection has subscribed. Call it before opening the page. */
export async function liveConnection(page: Page) {
  const socket = await page.waitForEvent("websocket", { timeout: 30_000 });
  await socket.waitForEvent("framereceived", { predicate: ({ payload }) => payload.toString().startsWith("RECEIPT") });
}

/** Waits until the page's HTML has been parsed to its end, where the inline input script is. Modules may still load. */
export const arrived = (page: Page) => page.waitForFunction(() => "earlyInput" in window);

/** Blocks modules of pages opened from now on (with `waitUntil: "commit"`) until the result is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
