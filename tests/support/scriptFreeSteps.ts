import { expect } from "vitest";
import { decodeId, paths } from "~/paths";
import { ledgerOf } from "./apiBuyer";
import { type Portal, SEEDED_PASSWORD } from "./runningPortal";
import { type ScriptFreeBrowser, scriptFreeBrowser } from "./scriptFreeBrowser";
import type { ScriptFreePage } from "./scriptFreePage";
import { until } from "./until";

/** The checkout's button to pay. */
export const PAY = /^(Pay|Subscribe for) \$/;

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  authenticated: "4000 0000 0000 3220",
  alwaysAuthenticated: "4000 0027 6000 3184",
  /** Can be saved, and is declined when it is charged. */
  failsLater: "4000 0000 0000 0341",
} as const;

export const ADDRESS = {
  Address: "12 Example Street",
  City: "Springfield",
  "State/Province/Region": "Oregon",
  "Postal/Zip Code": "97477",
  Phone: "+1 555 0100",
} as const;

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** A person without an account. */
export const newPerson = (values: Partial<Person> = {}): Person => ({
  firstName: "Ada",
  lastName: "Example",
  email: `ada.${crypto.randomUUID().slice(0, 8)}@example.com`,
  password: SEEDED_PASSWORD,
  ...values,
});

export const fillSignIn = (
  page: Pick<ScriptFreePage, "fill" | "press">,
  { email, password }: Pick<Person, "email" | "password">,
) => page.fill("Email", email).fill("Password", password).press("SIGN IN");

/** A browser in which this person has signed in on the screen. */
export async function signedIn(portal: Portal, { email, password }: Pick<Person, "email" | "password">) {
  const browser = scriptFreeBrowser(portal.base);
  const page = await fillSignIn(await browser.open("/signin"), { email, password });
  expect([email, page.path]).not.toEqual([email, "/signin"]);
  return browser;
}
const sessions = new WeakMap<Portal, Map<string, Promise<string>>>();

/** A browser of a seeded account: "manager", "superadmin", "customer". Checking a password takes half a second. */
export async function seeded(portal: Portal, name: string) {
  const known = sessions.get(portal) ?? new Map<string, Promise<string>>();
  sessions.set(portal, known);
  if (!known.has(name)) known.set(name, portal.cookie(`${name}@example.com`));
  return scriptFreeBrowser(portal.base, { cookie: await known.get(name)! });
}

export async function signUp(browser: ScriptFreeBrowser, person: Person = newPerson()) {
  const form = await browser.open("/signup");
  form.fill("First name", person.firstName).fill("Last name", person.lastName).fill("Email", person.email);
  const page = await form.fill("Password", person.password).press("SIGN UP");
  expect(page.path).toBe("/welcome");
  return { person, page };
}

/** A new customer and their browser. */
export async function aCustomer(portal: Portal, person: Person = newPerson()) {
  const browser = scriptFreeBrowser(portal.base);
  return { browser, ...(await signUp(browser, person)) };
}

export async function signOut(page: ScriptFreePage) {
  return await page.expand(/Your account/).press("Logout");
}

/** The newest email to an address that matches, once it has arrived. */
export async function mailTo(
  portal: Portal,
  to: string,
  matches: (mail: { subject: string; text: string }) => boolean,
) {
  const found = async () => (await portal.control.mail()).find((mail) => mail.to === to && matches(mail));
  return await until(`a mail to ${to}`, found);
}
export const linkIn = (text: string, part: string) => {
  const link = new RegExp(`https?://\\S+${part}[\\w-]+`).exec(text);
  if (!link) throw new Error(`No link with ${part} in: ${text}`);
  return link[0];
};

/** The address of a service's checkout, read from the catalogue. */
export async function checkoutOf(portal: Portal, service: string) {
  const catalogue = await (await seeded(portal, "customer")).open("/services");
  return catalogue.href(new RegExp(`^${service}`)).replace(/\/details$/, "/checkout");
}

export const quantityOf = (packageName: string) => `Quantity of ${packageName}`;

export function fillBilling(page: ScriptFreePage) {
  for (const [label, value] of Object.entries(ADDRESS)) page.fill(label, value);
  page.select("Country", "United States");
  return page;
}

export const typeCard = (page: ScriptFreePage, number: string) =>
  page
    .fill("Card number", number)
    .fill(/^Expiry/, "12 / 34")
    .fill("CVC", "123");

/** Goes from the checkout to the provider's page and pays there. */
export async function payWith(page: ScriptFreePage, number: string) {
  if (page.labels.includes("Use another card")) page.check("Use another card");
  const hosted = page.path.startsWith("/__stripe/") ? page : await page.press(PAY);
  return await typeCard(hosted, number).press(/^Pay \$/);
}

/** The order of a success page: its system id and its number. */
export function paidOrder(page: ScriptFreePage) {
  expect(page.heading).toBe("Thank you for your order");
  const id = decodeId(new URL(page.location, "http://localhost").searchParams.get("orderId") ?? undefined)!;
  return { id, number: /Order (\d+)/.exec(page.text)![1]!, path: paths.order(id) };
}

/** The provider's charges for an order, refused ones included, oldest first. Cents. */
export const chargesOf = async (portal: Portal, orderId: string) =>
  (await ledgerOf(portal, orderId))
    .filter(({ kind }) => kind === "charge")
    .map(({ amount, status, account }) => ({ amount, status, account }));
