import { expect, type Page } from "@playwright/test";
import { PAID_HERE } from "~/domain/checkout/checkoutQuery";
import { decodeId, paths } from "~/paths";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import { controlPort } from "./controlPort";
import { newPerson, type Person, signInAs } from "./e2e";

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  authenticated: "4000 0000 0000 3220",
  alwaysAuthenticated: "4000 0027 6000 3184",
} as const;

export const SEEDED = {
  superAdmin: { email: "superadmin@example.com", password: "Portal#2026" },
  manager: { email: "manager@example.com", password: "Portal#2026" },
  customer: { email: "customer@example.com", password: "Portal#2026" },
  affiliate: { email: "affiliate@example.com", password: "Portal#2026" },
} as const;

/** Creates an account and signs this browser in without using the screens. */
export async function enterAsNewCustomer(page: Page, baseURL: string, person: Person = newPerson()): Promise<Person> {
  const { firstName, lastName, email, password } = person;
  const answer = await page.request.post("/signup", {
    headers: { Origin: baseURL },
    form: { firstName, lastName, email, password, redirectUrl: "/orders" },
    maxRetries: 3,
  });
  expect(answer.url()).toBe(`${baseURL}/orders`);
  return person;
}

let checkouts: Promise<Map<string, string>> | undefined;

/** The checkout address of a seeded service, read from the catalogue that only signed-in users see. */
export async function checkoutOf(page: Page, service: string): Promise<string> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  checkouts ??= (async () => {
    const context = await browser.newContext();
    const catalogue = await context.newPage();
    await signInAs(catalogue, SEEDED.customer, "/services");
    const links = catalogue.locator("main a[href$='/details']");
    // With JavaScript the address changes before the page has rendered.
    await links.first().waitFor();
    const cards = await links.evaluateAll((links) =>
      links.map((link): [string, string] => [
        (link.textContent ?? "").trim(),
        (link.getAttribute("href") ?? "").replace(/\/details$/, "/checkout"),
      ]),
    );
    await context.close();
    return new Map(cards);
  })();
  const checkout = [...(await checkouts)].find(([name]) => name.startsWith(service));
  if (!checkout) throw new Error(`The catalogue has no service named ${service}`);
  return checkout[1];
}

export const quantity = (page: Page, packageName: string) =>
  page.getByRole("textbox", { name: `Quantity of ${packageName}`, exact: true });

export const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });

/** The pay button of the checkout, of a resumed payment or of the provider's page. */
export const payButton = (page: Page) => page.getByRole("button", { name: /^(Pay|Subscribe for) \$/ });

export const ADDRESS = {
  Address: "12 Example Street",
  City: "Springfield",
  "State/Province/Region": "Oregon",
  "Postal/Zip Code": "97477",
  Phone: "+1 555 0100",
} as const;

export async function fillBilling(page: Page) {
  for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label, { exact: false }).fill(value);
  await page.getByLabel("Country").selectOption("United States");
}

/** Types the card into the page's field or the provider's page. */
export async function typeCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
}

/** Pays on the page, or without JavaScript on the provider's page that the button opens. */
export async function payWith(page: Page, number: string, script: boolean) {
  const another = page.getByRole("radio", { name: "Use another card" });
  if (await another.isVisible()) await another.check();
  if (!script && !page.url().includes("/__stripe/")) await payButton(page).click();
  await typeCard(page, number);
  await payButton(page).click();
}

/** The way out of the project-details step, which follows a payment with JavaScript. */
export const skipDetails = (page: Page) => page.getByRole("link", { name: "Skip to order details" });

/**
 * Waits for the success page, or for the project-details step before it, and returns the order's system id and its
 * number. Leaves the success page open.
 */
export async function arrivedAtSuccess(page: Page): Promise<{ id: string; number: string }> {
  const thanks = page.getByRole("heading", { level: 1, name: "Thank you for your order" });
  await expect(thanks.or(skipDetails(page))).toBeVisible();
  if (await skipDetails(page).isVisible())
    await page.goto(paths.checkoutSuccess(new URL(page.url()).searchParams.get(PAID_HERE)!));
  await expect(thanks).toBeVisible();
  const id = decodeId(new URL(page.url()).searchParams.get("orderId") ?? undefined);
  if (!id) throw new Error(`No order in ${page.url()}`);
  const number = /Order (\d+)/.exec((await page.locator("main").textContent()) ?? "")?.[1];
  if (!number) throw new Error("The page shows no order number");
  return { id, number };
}

/** The provider's charges for an order, refused ones included, oldest first. */
export async function chargesOf(orderId: string) {
  const { entries } = await controlPort().ledger<LedgerEntry>();
  return entries
    .filter((entry) => entry.kind === "charge" && entry.metadata.order_id === orderId)
    .map(({ amount, status, account }) => ({ amount, status, account }));
}

/** Waits for a toast with this text that no earlier call has matched; an equal older one may still show. */
export async function told(page: Page, text: string | RegExp) {
  const toasts = page.getByRole("region", { name: "Messages" }).locator("p:not([data-told])").filter({ hasText: text });
  await expect(toasts.first()).toBeVisible();
  await toasts.evaluateAll((paragraphs) => {
    for (const paragraph of paragraphs) paragraph.setAttribute("data-told", "");
  });
}

/** Order rows of the signed-in user's list. */
export const orderRows = (page: Page) => page.getByRole("table", { name: "Orders" }).locator("tbody").getByRole("row");
