import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { controlPort } from "./controlPort";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Of every seeded account, and of those made here. */
export const PASSWORD = "Portal#2026";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Somebody who has no account yet. */
export function somebody(values: Partial<Person> = {}): Person {
  const mailbox = `ada.${crypto.randomUUID().slice(0, 8)}`;
  return { firstName: "Ada", lastName: "Example", email: `${mailbox}@example.com`, password: PASSWORD, ...values };
}

/** Signs up on the sign-up screen; the portal leads on to /welcome. */
export async function signUpAs(page: Page, person: Person = somebody()): Promise<Person> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: false }).first().fill(person.password);
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await page.waitForURL((url) => url.pathname === "/welcome");
  return person;
}

/** Fills the sign-in form that is shown, and sends it. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel("Email").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "SIGN IN" }).click();
}

/** Signs in on the sign-in screen and waits until the portal has led on. */
export async function signInAs(page: Page, person: Pick<Person, "email" | "password">, redirectUrl?: string) {
  await page.goto(redirectUrl ? `/signin?redirectUrl=${encodeURIComponent(redirectUrl)}` : "/signin");
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname !== "/signin");
}

/** Signs out by the avatar menu. */
export async function signOut(page: Page) {
  await page.locator("summary", { hasText: "Your account" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/signin");
}

/** The browser as one that never signed in. Its page is left first: a live connection on the way would be refused. */
export async function forgetSession(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** The newest mail to an address, as soon as the catcher has it; `after` leaves out the ones known already. */
export async function lastMail(to: string, after = 0) {
  const mailsTo = async () => (await controlPort().mail()).filter((mail) => mail.to === to);
  await expect.poll(async () => (await mailsTo()).length, { timeout: 20_000 }).toBeGreaterThan(after);
  return (await mailsTo())[0]!;
}

/** The newest mail to an address that `says` so, as soon as the catcher has it: others may come in between. */
export async function mailThat(to: string, says: (mail: { subject: string; text: string }) => boolean) {
  const mails = async () => (await controlPort().mail()).filter((mail) => mail.to === to);
  // Says what came instead when it does not come.
  const came = async () => {
    const all = await mails();
    return all.some(says) || all.map(({ subject, sentAt }) => `${sentAt} ${subject}`);
  };
  await expect.poll(came, { timeout: 20_000 }).toBe(true);
  return (await mails()).find(says)!;
}

/** What axe finds serious or critical on the page as it is now. `only` names the rules to ask, all else. */
export async function seriousFindings(page: Page, only?: string[]): Promise<string[]> {
  const seen = test.info().project.use.javaScriptEnabled === false ? await withScript(page) : page;
  // A button that waits for its answer soon looks different.
  await expect(seen.locator("[aria-disabled='true'] .spinner")).toHaveCount(0);
  // Asked once a document: it is half a megabyte.
  if (!(await seen.evaluate(() => "axe" in window))) await seen.evaluate(axeSource);
  return await seen.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // Colours that were just changed are there at once: one that has arrived sets out those that inherit it.
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let left = changing(); left.length > 0; left = changing()) for (const one of left) one.finish();
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) });
    return violations
      .filter((found) => found.impact === "serious" || found.impact === "critical")
      .map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, only);
}

interface Copy {
  page: Page;
  /** What it shows: the page as it stood, without the portal's own scripts. */
  html: string;
  url: string;
}
const copies = new Map<Page, Copy>();

async function openCopy(page: Page): Promise<Copy> {
  // Contexts of a test are made without script here unless they ask for it.
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: true, reducedMotion: "reduce" });
  const copy: Copy = { page: await context.newPage(), html: "", url: "" };
  copies.set(page, copy);
  await copy.page.route(
    (url) => url.href === copy.url.split("#")[0],
    (route) => route.fulfill({ body: copy.html, contentType: "text/html; charset=utf-8" }),
  );
  return copy;
}

/** Closes what was opened to look at pages without script. */
export async function closeCopies() {
  for (const { page } of copies.values()) await page.context().close();
  copies.clear();
}

/** The page as it stands, in a browser with script: axe is one. */
async function withScript(page: Page): Promise<Page> {
  const copy = copies.get(page) ?? (await openCopy(page));
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await copy.page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await copy.page.setViewportSize(page.viewportSize()!);
  const html = (await page.content()).replace(
    /<script\b[^>]*>[\s\S]*?<\/script>|<link rel="(?:modulepreload|later)"[^>]*>/g,
    "",
  );
  if (copy.html === html && copy.url === page.url()) return copy.page;
  Object.assign(copy, { html, url: page.url() });
  // Another place of the same address would show what is there.
  await copy.page.goto("about:blank");
  await copy.page.goto(copy.url);
  return copy.page;
}

/** The answer to the next choice of theme or side menu: the module that answers it on the page is called alike. */
export const preferencesKept = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "POST" && answer.url().includes("/preferences"));

/** The page is there to its end, where the script stands that takes notes of what is used; its modules may not be. */
export const arrived = (page: Page) => page.waitForFunction(() => "earlyInput" in window);

/** Holds back the modules of the pages that are opened from now on (with `waitUntil: "commit"`); lets them through when called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const waited = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await waited;
    await route.continue();
  });
  return letThrough;
}
