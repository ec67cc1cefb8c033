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

/** The newest mail to an address, as soon as the catcher has it; `after` leaves out the ones known already. */
export async function lastMail(to: string, after = 0) {
  const mailsTo = async () => (await controlPort().mail()).filter((mail) => mail.to === to);
  await expect.poll(async () => (await mailsTo()).length, { timeout: 20_000 }).toBeGreaterThan(after);
  return (await mailsTo())[0]!;
}

/** The newest mail to an address that `says` so, as soon as the catcher has it: others may come in between. */
export async function mailThat(to: string, says: (mail: { subject: string; text: string }) => boolean) {
  const newest = async () => (await controlPort().mail()).find((mail) => mail.to === to && says(mail));
  await expect.poll(async () => (await newest()) !== undefined, { timeout: 20_000 }).toBe(true);
  return (await newest())!;
}

/**
 * What axe finds serious or critical on the page as it is now. Where script is off axe cannot run either: the page as it
 * stands is then looked at in a browser with script, without the portal's own. `only` names the rules to ask, all else.
 */
export async function seriousFindings(page: Page, only?: string[]): Promise<string[]> {
  if (test.info().project.use.javaScriptEnabled !== false) return await axeFindings(page, only);
  // Contexts of a test are made without script here unless they ask for it.
  const context = await page
    .context()
    .browser()!
    .newContext({ javaScriptEnabled: true, reducedMotion: "reduce", viewport: page.viewportSize() });
  try {
    const copy = await context.newPage();
    const html = (await page.content()).replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "");
    await copy.route(page.url(), (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
    await copy.goto(page.url());
    return await axeFindings(copy, only);
  } finally {
    await context.close();
  }
}

async function axeFindings(page: Page, only?: string[]): Promise<string[]> {
  await page.evaluate(axeSource);
  return await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(rules ? { runOnly: rules } : {});
    return violations
      .filter((found) => found.impact === "serious" || found.impact === "critical")
      .map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, only);
}
