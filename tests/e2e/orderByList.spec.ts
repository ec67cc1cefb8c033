import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { asksBeforeLeaving } from "../support/asksBeforeLeaving";
import {
  arrivedAtSuccess,
  CARDS,
  enterAsNewCustomer,
  fillBilling,
  payWith,
  SEEDED,
  typeCard,
} from "../support/checkoutSteps";
import { controlPort } from "../support/controlPort";
import { newPerson, seriousFindings } from "../support/e2e";
import { test } from "../support/watchedTest";

interface Sold {
  serviceId: string;
  /** 'DA 30+' at $90 with 10% off from ten, and 'DA 50+' at $150. */
  packages: string[];
}

async function aTrackedService(request: APIRequestContext): Promise<Sold> {
  const { jwtToken } = await (await request.post("/api/user/signIn", { data: SEEDED.superAdmin })).json();
  const call = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { data, headers: { Authorization: `Bearer ${jwtToken}` } });
    expect(answer.status(), await answer.text()).toBe(200);
    return await answer.json();
  };
  const name = `Lists ${crypto.randomUUID().slice(0, 8)}`;
  const { _id: serviceId } = await call("/service/serviceDetail", {
    name,
    paymentTypes: ["DIRECT"],
    visibility: false,
  });
  const packages: string[] = [];
  for (const [index, one] of ["DA 30+", "DA 50+"].entries()) {
    const discounts = index === 0 ? { discountItems: [{ count: 10, percent: 10 }] } : {};
    const sold = await call("/service/serviceOption", {
      serviceId,
      name: one,
      price: index === 0 ? 90 : 150,
      tracked: true,
      ...discounts,
    });
    packages.push(sold.serviceOptionId);
  }
  return { serviceId, packages };
}

/** A site of its own for each run, whose pages answer nothing unless they are set. */
const aSite = () => `https://${crypto.randomUUID().slice(0, 8)}.example.com`;
const rowsOf = (site: string, count: number, name = "da-30") =>
  Array.from({ length: count }, (_, at) => `${name}\t${site}/page-${at + 1}\tanchor ${at + 1}\tClient ${at % 3}`);

const list = (page: Page) => page.getByRole("dialog", { name: "Order by list" });
async function check(page: Page, rows: readonly string[]) {
  await list(page).getByRole("textbox", { name: /rows/i }).fill(rows.join("\n"));
  await asksBeforeLeaving(page, "preflight/SheetDialog");
  await list(page).getByRole("button", { name: "Check rows" }).click();
}
const rowOf = (page: Page, target: string) =>
  list(page).getByRole("table", { name: "Rows of your list" }).getByRole("row").filter({ hasText: target });
/** The number of rows that the checkout's form holds. */
const rowsHeld = (page: Page) =>
  page.locator("#checkout input[name=sheet]").evaluate((field: HTMLInputElement) => field.value.split("\n").length - 1);
const payFor = (page: Page, amount: string) =>
  page.getByRole("button", { name: new RegExp(`^(Pay|Subscribe for) ${amount.replace(/[$.]/g, "\\$&")}( a month)?$`) });

test("200 rows survive sign-in and a declined card @script", async ({ page, request, expectRefusal }) => {
  test.slow();
  expectRefusal(/checkout|payment_intents/);
  const { serviceId } = await aTrackedService(request);
  const site = aSite();
  const person = newPerson();
  await request.post("/api/user/signUp", { data: person });
  await page.goto(paths.checkout(serviceId));
  await page.getByRole("button", { name: "I have a list" }).click();
  const rows = rowsOf(site, 200);
  await check(page, [...rows.slice(0, 198), "da-90\tnot an address\tx", rows[199]!]);
  await expect(list(page).getByText("1 row has an error")).toBeVisible();
  await expect(rowOf(page, "not an address")).toContainText("Not a public web address");
  await expect(rowOf(page, "not an address")).toContainText("'da-90' is no package that tracks links");
  await expect(list(page).getByRole("button", { name: /^Use/ })).toHaveCount(0);
  await check(page, rows);
  await expect(list(page).getByRole("status")).toContainText("200 links for $16,200.00");
  await list(page).getByRole("button", { name: "Use 200 rows" }).click();
  await expect(page.getByText("200 links from your list")).toBeVisible();
  await expect(page.getByText("200 from your list", { exact: true })).toBeVisible();
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await fillBilling(page);
  await typeCard(page, CARDS.declined);
  await payFor(page, "$16,200.00").click();
  const signIn = page.getByRole("dialog");
  await signIn.locator("input[name=password]").fill(person.password);
  await signIn.getByRole("button", { name: "SIGN IN", exact: true }).click();
  // The payment goes on by itself, and the bank declines it.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  expect(await rowsHeld(page)).toBe(200);
});

test("a list is checked, ordered and becomes the order's links", async ({
  page,
  request,
  baseURL,
  javaScriptEnabled: script = true,
}) => {
  test.slow();
  const { serviceId } = await aTrackedService(request);
  const site = aSite();
  const web = controlPort();
  await web.webPage({ url: `${site}/page-1`, status: 404, html: "" });
  await web.webPage({ url: `${site}/page-2`, status: 200, html: "<title>Shoes</title><p>Shoes</p>" });
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(paths.checkout(serviceId));
  await page.getByRole("button", { name: "I have a list" }).click();
  await check(page, [...rowsOf(site, 10), `DA 50+\t${site}/page-9\tanchor 9\t\tNo comments, please`]);
  await expect(rowOf(page, `${site}/page-1`).first()).toContainText("The page answers 404");
  await expect(rowOf(page, `${site}/page-2`)).toContainText("OK");
  await expect(rowOf(page, `${site}/page-3`)).toContainText("Page not checked");
  await expect(rowOf(page, "No comments, please")).toContainText("Same target and anchor text as row 9");
  await expect(list(page).getByRole("status")).toContainText("11 links for $960.00");
  expect(await seriousFindings(page)).toEqual([]);
  await list(page).getByRole("button", { name: "Use 11 rows" }).click();
  await expect(page.getByText("11 links from your list")).toBeVisible();
  await expect(page.getByRole("table", { name: "Rows with warnings" })).toContainText("The page answers 404");
  expect(await seriousFindings(page)).toEqual([]);
  await fillBilling(page);
  await payWith(page, CARDS.good, script);
  const order = await arrivedAtSuccess(page);
  await page.goto(paths.orderPlacements(order.id));
  const links = page.getByRole("table", { name: "Placements" }).locator("tbody").getByRole("row");
  await expect(links).toHaveCount(11);
  await expect(links.first()).toContainText(`${site}/page-1`);
});

test("a list uploaded as a file can be removed again", async ({ page, request, baseURL }) => {
  const { serviceId } = await aTrackedService(request);
  await enterAsNewCustomer(page, baseURL!);
  await page.goto(paths.checkout(serviceId));
  await page.getByRole("button", { name: "I have a list" }).click();
  const csv = ["Notes;Package;Target URL;Anchor", ...[1, 2].map((at) => `n${at};DA 50+;${aSite()};a${at}`)].join(
    "\r\n",
  );
  const file = { name: "links.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await list(page).getByLabel("Upload a sheet").setInputFiles(file);
  await list(page).getByRole("button", { name: "Check rows" }).click();
  await list(page).getByRole("button", { name: "Use 2 rows" }).click();
  await expect(payFor(page, "$300.00")).toBeVisible();
  await page.getByRole("button", { name: "Change the list" }).click();
  await list(page).getByRole("button", { name: "Remove the list" }).click();
  await expect(page.getByRole("button", { name: "I have a list" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Quantity of DA 50+" })).toHaveValue("0");
});
