import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { notTracked } from "~/domain/catalogue/tracking";
import { completeOrder } from "~/domain/checkout/completeOrder";
import type { Context } from "~/domain/context";
import type { FormValues } from "~/features/checkout/checkoutValues";
import { encodeId } from "~/paths";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer } from "../support/factories";
import { linkRows } from "../support/guarantee";
import { aPortal, SITE } from "../support/portal";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const tracking = { ...notTracked, tracked: true };
const aSheetBuyer = () =>
  stack.aBuyer({ paymentTypes: ["DIRECT"] }, [
    { name: "Text", price: 20_00, discounts: [] },
    { name: "DA 30+", price: 90_00, discounts: [{ count: 10, percent: 10 }], tracking },
  ]);
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `da-30\thttps://client.example/${at}\tanchor ${at}\tclient ${at}`).join(
    "\n",
  );

/** A browser without script at the checkout of one service. */
function aBrowser(serviceId: string) {
  let cookie = "";
  const params = { serviceId: encodeId(serviceId) };
  const open = async (ctx: Context, request: Request) => {
    const portal = aPortal(ctx, request);
    return { portal, args: { request, params, context: { portal } } as never };
  };
  const routes = {
    checkout: () => import("~/routes/_open.services.$serviceId.checkout"),
    sheet: () => import("~/routes/_open.services.$serviceId.checkout.sheet"),
  };
  return {
    post: async (ctx: Context, page: keyof typeof routes, fields: Record<string, string | File>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const request = new Request(`${SITE}/`, { method: "POST", body, headers: { Cookie: cookie } });
      const { portal, args } = await open(ctx, request);
      const response = (await (await routes[page]()).action(args)) as Response;
      const [kept] = portal.setCookies.map((one) => one.split(";")[0]!).filter((one) => one.includes("checkout="));
      cookie = kept ?? cookie;
      const json = response.headers.get("Content-Type")?.includes("json") ? await response.json() : null;
      return { status: response.status, location: response.headers.get("Location"), json: json as never as Answer };
    },
    read: async (ctx: Context) => {
      const { args } = await open(ctx, new Request(`${SITE}/`, { headers: { Cookie: cookie } }));
      const { initial, ...page } = await (await routes.checkout()).loader(args);
      return { ...page, initial: initial as FormValues };
    },
  };
}
interface Answer {
  result?: { error?: Record<string, string[]>; initialValue?: Record<string, string> };
  sheet?: { refused: number; price: number; rows: { findings: { code: string; text: string }[] }[] };
  order?: { clientSecret: string; mode: "payment"; account: "regular"; orderSystemId: string };
}

const address = {
  "billingAddress.address": "1 Main Street",
  "billingAddress.city": "Austin",
  phoneNo: "1",
  "billingAddress.country": "United States",
  "billingAddress.zipCode": "78701",
};

test("200 rows survive every refusal and become the paid order's links", async () => {
  const { ctx, service } = await aSheetBuyer();
  const visitor = stack.context(anonymous);
  const browser = aBrowser(service.id);
  const typed = { ...address, checkoutKey: `list-${crypto.randomUUID()}`, paymentType: "DIRECT" };
  const left = await browser.post(visitor, "checkout", { ...typed, intent: "sheet" });
  expect(left.location).toMatch(/\/checkout\/sheet$/);
  const checked = await browser.post(visitor, "sheet", { rows: `${rowsOf(200)}\nda-30\tnot an address\tx` });
  expect(checked.json.sheet).toMatchObject({ refused: 1, price: 16_200_00 });
  expect(checked.json.sheet!.rows[200]!.findings).toEqual([{ code: "E1", text: "Not a public web address" }]);
  // A row with an error is never taken over.
  const refused = await browser.post(visitor, "sheet", { rows: `${rowsOf(200)}\nda-30\t?\tx`, use: "yes" });
  expect(refused.location).toBeNull();
  expect(await browser.post(visitor, "sheet", { rows: rowsOf(200), use: "yes" })).toMatchObject({
    location: expect.stringMatching(/\/checkout$/),
  });
  // The visitor signs in, and the page starts from the draft.
  const { initial, sheet } = await browser.read(ctx);
  expect(initial).toMatchObject({ ...address, "packageCounts[1].count": "200" });
  expect(sheet!.rows).toHaveLength(200);
  const form = {
    ...initial,
    ...typed,
    sheetWarnings: "",
    totalPrice: String(16_200_00),
    intent: "order",
    with: "script",
  };
  for (const [fault, error] of [
    [{ totalPrice: "100" }, /price has changed/],
    [
      { "packageCounts[1].count": "199", totalPrice: String(199 * 81_00) },
      /list has 200 rows of DA 30\+, and the quantity is 199/,
    ],
    [{ "billingAddress.city": "" }, /City/],
  ] as const) {
    const answer = await browser.post(ctx, "checkout", { ...form, ...fault });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(answer.json.result!.error)).toMatch(error);
    expect(answer.json.result!.initialValue!.sheet!.replaceAll("\r\n", "\n")).toBe(initial.sheet);
  }
  const [one, two] = await Promise.all([1, 2].map(() => browser.post(ctx, "checkout", form)));
  const order = one!.json.order!;
  expect(two!.json.order!.orderSystemId).toBe(order.orderSystemId);
  await stack.confirm(order);
  await completeOrder(ctx, order.orderSystemId);
  const links = await linkRows(stack.db, order.orderSystemId);
  expect(links.map(({ targetUrl, anchorText }) => `${targetUrl} ${anchorText}`)).toEqual(
    Array.from({ length: 200 }, (_, at) => `https://client.example/${at} anchor ${at}`),
  );
});

test("a list is uploaded, kept for its person only, and removed", async () => {
  const { ctx, service } = await aSheetBuyer();
  const browser = aBrowser(service.id);
  const csv = "Notes;Package;Target URL;Anchor\r\nn1;DA 30+;client.example;a1";
  const sheet = new File([csv], "links.csv", { type: "text/csv" });
  expect((await browser.post(ctx, "sheet", { rows: "", sheet })).json.sheet).toMatchObject({ price: 90_00 });
  expect(await browser.post(ctx, "sheet", { rows: csv, use: "yes" })).toMatchObject({ status: 303 });
  expect((await browser.read(ctx)).sheet!.rows).toMatchObject([{ notes: "n1", targetUrl: "https://client.example" }]);
  expect((await browser.read(stack.contextOf(await aCustomer(stack.db)))).sheet).toBeNull();
  expect(await browser.post(ctx, "sheet", { use: "none" })).toMatchObject({ status: 303 });
  expect((await browser.read(ctx)).initial).toMatchObject({ "packageCounts[1].count": "0" });
  expect((await browser.read(ctx)).initial.sheet).toBeUndefined();
});
