import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OrderStatus, orderStatuses, orderStatusLabel, staffTransitions } from "~/domain/orders/orderStates";
import { encodeId } from "~/paths";
import {
  type ApiBuyer,
  aBuyer,
  answersFor,
  aPlacement,
  BUYER_PASSWORD,
  buy,
  confirmCard,
  eventsOf,
  ledgerOf,
  type Placed,
  place,
  type ServedService,
  serviceNamed,
} from "../support/apiBuyer";
import { aFile, pdfBytes } from "../support/fileBytes";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { casesOf } from "../support/tier";
import { until } from "../support/until";

let portal: RunningPortal;
let staff: string;
let buyer: ApiBuyer;
let guestPosts: ServedService;

beforeAll(async () => {
  portal = await startPortal();
  buyer = await aBuyer(portal);
  guestPosts = await serviceNamed(portal, buyer.bearer, "Guest Posts by Domain Authority");
}, 240_000);
beforeEach(async () => {
  // Tests move the clock, and a bearer expires after 15 minutes.
  staff = (await portal.tokens("superadmin@example.com")).jwtToken;
});
afterAll(() => portal?.remove());

const ordersOf = async (bearer: string, body: object = {}) =>
  (await portal.api("POST", "/order/find", { bearer, body })).json as {
    content: { id: string; status: OrderStatus }[];
    totalElements: number;
  };
const details = async (id: string, bearer = staff) =>
  (await portal.api("GET", `/order/details?id=${id}`, { bearer })).json;

test("a visitor signs up and buys through the API, exact to the cent", async () => {
  const someone = await aBuyer(portal, "Ada");
  const { bearer } = someone;
  const visible = (await portal.api("GET", "/service/visible", { bearer })).json as { name: string }[];
  expect(visible.map(({ name }) => name)).toContain(guestPosts.name);
  const [first, second] = guestPosts.serviceOptions;
  const addOn = first!.addOnItems.find((one) => one.price > 0)!;
  const tier = first!.discountItems[0]!;
  const choice = {
    packageCounts: [
      { packageId: first!.serviceOptionId, count: tier.count, addOn: addOn.value },
      { packageId: second!.serviceOptionId, count: 1 },
    ],
    utmSource: "newsletter",
    utmMedium: "email",
    utmCampaign: "spring",
    utmContent: "top",
    utmTerm: "links",
    utmChannel: "owned",
    formName: "landing",
  };
  // In cents: quantity x (package + add-on), less the tier, rounded half up.
  const gross = tier.count * Math.round((first!.price + addOn.price) * 100);
  const cents = gross - Math.floor((gross * tier.percent + 50) / 100) + Math.round(second!.price * 100);

  const quote = await portal.api("POST", "/checkout/order", {
    bearer,
    body: aPlacement(guestPosts, { ...choice, totalPrice: 1 }),
  });
  expect([quote.status, quote.json.totalPrice, quote.json.discountedPrice]).toEqual([409, cents / 100, cents / 100]);

  const file = new FormData();
  file.set("file", aFile(pdfBytes(), "brief.pdf"));
  const upload = await portal.api("POST", "/upload", { bearer, body: file });
  expect(upload.json).toMatchObject({ url: expect.stringMatching(/^\/files\//), name: "brief.pdf" });

  const placed = await place(portal, bearer, guestPosts, { ...choice, totalPrice: quote.json.totalPrice });
  expect(placed).toMatchObject({ account: "regular", mode: "payment", publishableKey: "pk_test_sandbox_regular" });
  const confirmed = await confirmCard(portal, placed);
  expect([confirmed.status, confirmed.json.status]).toEqual([200, "succeeded"]);
  const id = placed.orderSystemId;
  const done = await portal.api("POST", "/checkout/complete", { bearer, body: { orderId: id } });
  expect(done.json).toEqual({ orderId: placed.orderId, orderSystemId: id, status: "Inputs_Required", paid: true });

  const shown = await portal.api("GET", `/checkout/order?id=${id}`, { bearer });
  expect(shown.json).toMatchObject({ _id: id, totalPrice: cents / 100, totalAmount: cents / 100 });
  expect(shown.json.items[0]).toMatchObject({ addOn: addOn.value, quantity: tier.count });

  const form = await portal.api("GET", `/checkout/projectDetails?id=${id}`, { bearer });
  expect(form.json).toMatchObject({ status: "Inputs_Required", fileUploadUrl: null });
  expect(form.json.intakeItems).toHaveLength(guestPosts.intakeItems.length);
  const filled = await portal.api("POST", "/checkout/projectDetails", {
    bearer,
    body: {
      orderId: id,
      fileUploadUrl: upload.json.url,
      projectPackageData: [first!, second!].flatMap((one) => answersFor(guestPosts, one.serviceOptionId)),
    },
  });
  expect(filled.json).toMatchObject({ status: "Active", fileUploadUrl: upload.json.url });

  const own = await ordersOf(bearer);
  expect(own).toMatchObject({ totalElements: 1, content: [{ id, status: "Active", totalAmount: cents / 100 }] });
  expect((await portal.api("GET", "/order/user/dashboard", { bearer })).json).toEqual(own);
  const order = await details(id, bearer);
  expect(order).toMatchObject({ orderId: placed.orderId, totalAmount: cents / 100, paymentType: "DIRECT" });
  expect(order.projectPackageData[0].values[0]).toMatchObject({ role: "CUSTOMER" });
  expect(await details(id)).toMatchObject({ utmSource: "newsletter", utmChannel: "owned", formName: "landing" });

  const invoice = (await portal.api("GET", `/order/invoice?id=${id}`, { bearer })).json;
  expect(invoice).toMatchObject({ orderSystemId: id, discountedAmount: cents / 100, tax: 0 });
  expect(invoice.subtotal - invoice.promotion).toBeCloseTo(cents / 100, 5);
  expect((await portal.api("GET", `/order/invoice/detail?invoiceId=${order.invoiceId}`, { bearer })).json).toEqual(
    invoice,
  );
  expect(await ledgerOf(portal, id)).toEqual([
    expect.objectContaining({ kind: "charge", account: "regular", amount: cents, status: "succeeded" }),
  ]);
  expect(invoice.transactionId).toBe((await ledgerOf(portal, id))[0]!.paymentIntent);

  const told = (await portal.api("GET", "/notification", { bearer })).json as { _id: string; read: boolean }[];
  const news = told.find((one) => (one as { typeSystemId?: string }).typeSystemId === id)!;
  expect(news).toMatchObject({ type: "ORDER", read: false });
  const read = await portal.api("PUT", `/notification?id=${news._id}`, { bearer });
  expect(read.json).toMatchObject({ _id: news._id, read: true });
});

test("tampered totals answer 409 with the new figures and create nothing", async () => {
  const someone = await aBuyer(portal);
  const [first] = guestPosts.serviceOptions;
  const price = first!.price;
  for (const [what, values] of Object.entries({
    lower: { totalPrice: price - 0.01 },
    higher: { totalPrice: price + 1 },
    "in cents": { totalPrice: price * 100 },
    "beyond any card": { totalPrice: 1e21 },
    "with a discount but no coupon": { totalPrice: price, discountedPrice: 1 },
    "discount above the price": { totalPrice: price, discountedPrice: price + 1 },
    "a quantity that was not priced": {
      totalPrice: price,
      packageCounts: [{ packageId: first!.serviceOptionId, count: 3 }],
    },
    "an add-on that was not priced": {
      totalPrice: price,
      packageCounts: [{ packageId: first!.serviceOptionId, count: 1, addOn: "1000 Words" }],
    },
  })) {
    const answer = await portal.api("POST", "/checkout/order", {
      bearer: someone.bearer,
      body: aPlacement(guestPosts, values),
    });
    const right = what.includes("quantity") ? price * 3 : what.includes("add-on") ? price + 40 : price;
    expect([what, answer.status, answer.json.totalPrice, answer.json.discountedPrice]).toEqual([
      what,
      409,
      right,
      right,
    ]);
  }
  expect((await ordersOf(someone.bearer)).totalElements).toBe(0);
});

test("invalid amounts and selections answer 400 and create nothing", async () => {
  const someone = await aBuyer(portal);
  const [first] = guestPosts.serviceOptions;
  const packageId = first!.serviceOptionId;
  for (const values of [
    { totalPrice: 0, packageCounts: [] },
    { totalPrice: 0, packageCounts: [{ packageId, count: 0 }] },
    { packageCounts: [{ packageId, count: -1 }] },
    { packageCounts: [{ packageId, count: 1.5 }] },
    { packageCounts: [{ packageId, count: 100_001 }] },
    { packageCounts: [{ packageId, count: "1" }] },
    { packageCounts: [{ packageId, count: 1, addOn: "Free words" }] },
    { packageCounts: [{ packageId: "nobody", count: 1 }] },
    { totalPrice: first!.price + 0.001 },
    { totalPrice: String(first!.price) },
    { totalPrice: -first!.price },
    { paymentType: "MANUAL" },
    { checkoutKey: "short" },
    { billingAddress: {} },
    { fileUploadUrl: "https://evil.example/files/x" },
  ]) {
    const answer = await portal.api("POST", "/checkout/order", {
      bearer: someone.bearer,
      body: aPlacement(guestPosts, values),
    });
    expect([JSON.stringify(values), answer.status]).toEqual([JSON.stringify(values), 400]);
    expect(answer.json.message).toEqual(expect.any(String));
  }
  expect((await ordersOf(someone.bearer)).totalElements).toBe(0);
});

test("20 parallel posts of one form create one order and one intent", async () => {
  const someone = await aBuyer(portal);
  const body = aPlacement(guestPosts);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => portal.api("POST", "/checkout/order", { bearer: someone.bearer, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const placed = answers[0]!.json as Placed;
  expect((await ordersOf(someone.bearer)).totalElements).toBe(1);
  const created = (await eventsOf(portal, placed.orderSystemId)).filter(
    ({ type }) => type === "payment_intent.created",
  );
  expect(created).toHaveLength(1);

  const other = await portal.api("POST", "/checkout/order", {
    bearer: someone.bearer,
    body: { ...body, packageCounts: [{ ...body.packageCounts[0], count: 2 }], totalPrice: 180 },
  });
  expect(other).toMatchObject({
    status: 409,
    json: { totalPrice: 90, discountedPrice: 90, orderSystemId: placed.orderSystemId },
  });
  const stranger = await portal.api("POST", "/checkout/order", { bearer: buyer.bearer, body });
  expect(stranger.status).toBe(409);
  expect(stranger.text).not.toContain(placed.orderSystemId);
});

/** The moves that take a new order to every status. */
const leadsTo: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Inputs_Required: [],
  Active: ["Active"],
  Working: ["Working"],
  Completed: ["Working", "Completed"],
  Cancelled: ["Cancelled"],
};

const setStatus = (id: string, status: OrderStatus, bearer = staff, values: Record<string, unknown> = {}) =>
  portal.api("POST", "/order/details", {
    bearer,
    body: { _id: id, status, ...(status === "Cancelled" ? { comment: "No longer wanted" } : {}), ...values },
  });

async function anOrderThatIs(status: OrderStatus): Promise<string> {
  const { bearer } = await aBuyer(portal);
  if (status === "Abandoned_Checkout") return (await place(portal, bearer, guestPosts)).orderSystemId;
  if (status === "Payment_Failed") {
    const placed = await place(portal, bearer, guestPosts);
    await confirmCard(portal, placed, { payment_method: "pm_card_chargeDeclined" });
    await portal.api("POST", "/checkout/complete", { bearer, body: { orderId: placed.orderSystemId } });
    return placed.orderSystemId;
  }
  const { orderSystemId } = await buy(portal, bearer, guestPosts);
  for (const move of leadsTo[status]!) expect((await setStatus(orderSystemId, move)).status).toBe(200);
  return orderSystemId;
}

// Their pages are tried from every status in orderStatuses.test.ts.
test.each(casesOf(orderStatuses, "Active"))(
  "staff move an order from %s over the API as the table allows",
  async (from) => {
    let id = await anOrderThatIs(from);
    let before = await details(id);
    expect(before.status).toBe(from);
    for (const to of orderStatuses.filter((status) => status !== from && !staffTransitions[from].includes(status))) {
      const refused = await setStatus(id, to);
      expect([to, refused.status, refused.json.message]).toEqual([
        to,
        409,
        `An order that is ${orderStatusLabel(from)} cannot become ${orderStatusLabel(to)}`,
      ]);
      expect(await details(id)).toEqual(before);
    }
    for (const to of staffTransitions[from]) {
      if (before.status !== from) {
        id = await anOrderThatIs(from);
        before = await details(id);
      }
      if (to === "Cancelled") {
        const silent = await portal.api("POST", "/order/details", { bearer: staff, body: { _id: id, status: to } });
        expect([silent.status, (await details(id)).status]).toEqual([400, from]);
      }
      const moved = await setStatus(id, to);
      expect([to, moved.status, moved.json.status]).toEqual([to, 200, to]);
      before = await details(id);
      expect(before.status).toBe(to);
      const [last] = (await portal.api("GET", `/order/history?id=${id}`, { bearer: staff })).json;
      expect(last.details).toContainEqual({ field: "status", before: from, after: to });
      const told = await portal.api("GET", `/order/metaData?id=${id}`, { bearer: staff });
      expect([...told.json.nextStatuses].sort()).toEqual([...staffTransitions[to]].sort());
    }
  },
);

test("any staff may move an order, its customer and stale versions may not", async () => {
  const { bearer } = await aBuyer(portal);
  const { orderSystemId: id } = await buy(portal, bearer, guestPosts);
  const before = await details(id);
  const asCustomer = await setStatus(id, "Completed", bearer);
  expect([asCustomer.status, asCustomer.json.status]).toEqual([200, "Inputs_Required"]);
  expect(await details(id)).toEqual(before);
  for (const [account, status] of [
    ["manager", "Active"],
    ["admin", "Working"],
    ["superadmin", "Completed"],
  ] as const) {
    const { jwtToken } = await portal.tokens(`${account}@example.com`);
    expect((await setStatus(id, status, jwtToken)).json.status).toBe(status);
  }
  const stale = await setStatus(id, "Working", staff, { version: before.version });
  expect([stale.status, stale.json.message]).toEqual([
    409,
    "This record was changed by someone else. Please reload and try again.",
  ]);
  expect((await details(id)).status).toBe("Completed");
});

test("the page's forms follow the same status table", async () => {
  const id = await anOrderThatIs("Active");
  const path = `/orders/${encodeId(id)}`;
  const manager = { Cookie: await portal.cookie("manager@example.com") };
  const superAdmin = { Cookie: await portal.cookie("superadmin@example.com") };
  const submit = async (status: string, headers = manager, version?: number) =>
    portal.post(
      path,
      {
        version: String(version ?? (await details(id)).version),
        status,
        assignedToId: "none",
        notes: "",
        completeSteps: "on",
      },
      headers,
    );
  const now = async () => (await details(id)).status;

  const allowed = await submit("Working");
  expect([allowed.status, allowed.location, await now()]).toEqual([303, path, "Working"]);
  expect(decodeURIComponent(allowed.cookies.join())).toContain("Order updated successfully");
  expect([(await submit("Completed")).status, await now()]).toEqual([303, "Completed"]);
  const forbidden = await submit("Active");
  expect([forbidden.status, await now()]).toEqual([409, "Completed"]);
  expect(forbidden.text).toContain("An order that is Completed cannot become Active");
  const impossible = await submit("Refunded");
  expect([impossible.status, await now()]).toEqual([400, "Completed"]);
  expect([(await submit("Working")).status, await now()]).toEqual([303, "Working"]);
  const stale = await submit("Active", manager, 1);
  expect([stale.status, await now()]).toEqual([409, "Working"]);
  expect(stale.text).toContain("This record was changed by someone else. Please reload and try again.");

  const asked = await submit("Cancelled");
  expect([asked.status, asked.location, await now()]).toEqual([303, `${path}/cancel`, "Working"]);
  const silent = await portal.post(`${path}/cancel`, { reason: " " }, manager);
  expect([silent.status, await now()]).toEqual([400, "Working"]);
  expect(silent.text).toContain("Give a reason");
  const cancelled = await portal.post(`${path}/cancel`, { reason: "Asked for it" }, manager);
  expect([cancelled.status, await now()]).toEqual([303, "Cancelled"]);
  expect([(await submit("Active")).status, await now()]).toEqual([409, "Cancelled"]);

  const notHis = await portal.post(`${path}/reopen`, { reason: "Back to work" }, manager);
  expect([notHis.status, notHis.location, await now()]).toEqual([303, "/", "Cancelled"]);
  const reopened = await portal.post(`${path}/reopen`, { reason: "Back to work" }, superAdmin);
  expect([reopened.status, await now()]).toEqual([303, "Working"]);
});

type Step = "complete" | "webhook" | "cron";
const inEveryOrder: Step[][] = [
  ["complete", "webhook", "cron"],
  ["complete", "cron", "webhook"],
  ["webhook", "complete", "cron"],
  ["webhook", "cron", "complete"],
  ["cron", "complete", "webhook"],
  ["cron", "webhook", "complete"],
];

test.each(casesOf(inEveryOrder, inEveryOrder[3]!).map((steps) => [steps.join(", "), steps] as const))(
  "the browser closes after paying; then %s: settles once",
  async (_, steps) => {
    const someone = await aBuyer(portal);
    await portal.control.sandbox("hold");
    const placed = await place(portal, someone.bearer, guestPosts);
    expect((await confirmCard(portal, placed)).json.status).toBe("succeeded");
    const id = placed.orderSystemId;
    expect((await details(id)).status).toBe("Abandoned_Checkout");
    const [paid] = (await eventsOf(portal, id)).filter(({ type }) => type === "payment_intent.succeeded");
    // The reconciliation waits for buyers who may still be on the page.
    await portal.control.moveClock({ advanceMs: 11 * 60_000 });
    const take: Record<Step, () => Promise<unknown>> = {
      complete: async () => {
        const done = await portal.api("POST", "/checkout/complete", {
          bearer: someone.bearer,
          body: { orderId: id },
        });
        expect([done.status, done.json.paid]).toEqual([200, true]);
      },
      webhook: () => portal.control.sandbox("resend", { ids: [paid!.id, paid!.id] }),
      cron: () => portal.control.runCron("billing"),
    };
    const traces = async () => {
      const bearer = someone.bearer;
      const [order, history, invoice, notifications] = await Promise.all([
        details(id),
        portal.api("GET", `/order/history?id=${id}`, { bearer: staff }),
        portal.api("GET", `/order/invoice?id=${id}`, { bearer }),
        portal.api("GET", "/notification", { bearer }),
      ]);
      return {
        status: order.status,
        version: order.version,
        paidDate: order.paidDate,
        paid: history.json.filter((entry: { action: string }) => entry.action === "paid").length,
        invoice: invoice.json.invoiceNo,
        told: notifications.json.length,
        charges: (await ledgerOf(portal, id)).length,
      };
    };
    await take[steps[0]!]();
    const settled = await traces();
    expect(settled).toMatchObject({ status: "Inputs_Required", paid: 1, told: 1, charges: 1 });
    expect(settled.invoice).toBeGreaterThan(0);
    for (const step of steps.slice(1)) await take[step]();
    await portal.control.sandbox("release");
    expect(await traces()).toEqual(settled);
    const receipts = (await portal.control.mail()).filter(({ to }) => String(to).includes(someone.email));
    expect(receipts.length).toBeLessThanOrEqual(1);
  },
);

test("an unfinished order's email pays it and ends such emails in a click", async () => {
  const someone = await aBuyer(portal, "Ada");
  const { orderSystemId } = await place(portal, someone.bearer, guestPosts);
  const remindAfter = async (minutes: number, count: number) => {
    await portal.control.moveClock({ advanceMs: minutes * 60_000 });
    await portal.control.runCron("billing");
    const mails = async () =>
      (await portal.control.mail()).filter(({ to, headers }) => to === someone.email && headers["List-Unsubscribe"]);
    await until("the mails", async () => (await mails()).length >= count);
    return await mails();
  };
  const [mail] = await remindAfter(61, 1);
  expect(mail!.text).toContain(`/orders/${encodeId(orderSystemId)}/pay`);
  const [, link = ""] = /^<(.*)>$/.exec(mail!.headers["List-Unsubscribe"]!) ?? [];
  expect(mail!.text).toContain(link);
  const { pathname } = new URL(link);
  const opened = await portal.get(pathname);
  expect([opened.status, opened.text]).toEqual([200, expect.stringContaining("We will no longer email you")]);
  const oneClick = {
    body: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
  const forged = await portal.ask("POST", `${pathname.slice(0, -4)}AAAA`, oneClick);
  expect(forged.status).toBe(404);
  const stopped = await portal.ask("POST", pathname, oneClick);
  expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining("You are unsubscribed")]);
  expect(await remindAfter(20 * 60, 1)).toHaveLength(1);
});

test("closes an order unpaid for 24 hours and cancels its intent", async () => {
  const someone = await aBuyer(portal);
  const placed = await place(portal, someone.bearer, guestPosts);
  await portal.control.moveClock({ advanceMs: 25 * 60 * 60_000 });
  await portal.control.runCron("billing");
  staff = (await portal.tokens("superadmin@example.com")).jwtToken;
  expect(await details(placed.orderSystemId)).toMatchObject({
    status: "Cancelled",
    comment: "Not paid within 24 hours",
  });
  expect((await confirmCard(portal, placed)).status).toBe(400);
  expect(await ledgerOf(portal, placed.orderSystemId)).toEqual([]);

  // A page left open gets an answer for its form, and without script the current order.
  const page = `/orders/${encodeId(placed.orderSystemId)}/pay`;
  const Cookie = await portal.cookie(someone.email, BUYER_PASSWORD);
  const asked = await portal.post(`${page}?_data=routes/_app.orders.$orderId_.pay`, { with: "script" }, { Cookie });
  expect([asked.status, asked.json?.result?.error]).toEqual([
    409,
    { "": ["This order was canceled and can no longer be paid."] },
  ]);
  const posted = await portal.post(page, {}, { Cookie });
  expect([posted.status, posted.location]).toEqual([303, `/orders/${encodeId(placed.orderSystemId)}`]);
});
