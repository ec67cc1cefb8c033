import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mailCarts } from "~/domain/carts/mailCarts";
import { claimDraft, ownCart } from "~/domain/carts/ownCart";
import { stopCartMails } from "~/domain/carts/stopCartMails";
import { keepCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { Actor, Context } from "~/domain/context";
import { NotFound } from "~/domain/errors";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { deliverOutbox, LEASE_MS, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { requestClientDeletion } from "~/domain/personalData/requestDeletion";
import { readReport } from "~/domain/reports/readReport";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { paths } from "~/paths";
import { openDb } from "~db/client.server";
import { cartMails, checkoutDrafts, orders, outbox, users } from "~db/schema";
import { wrapD1 } from "~db/wrapD1";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let stack: CheckoutStack;
let start: number;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
beforeEach(async () => {
  start = stack.now();
  // Carts of earlier tests are too old.
  for (const table of [outbox, cartMails, checkoutDrafts]) await stack.db.delete(table);
  await stack.binding.prepare("update orders set created_at = created_at - 864000000").run();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const failures: unknown[] = [];
const run = async (hours: number, overrides: Partial<Context> = {}) => {
  const result = await mailCarts(stack.system({ now: start + hours * HOUR, ...overrides }), (error) =>
    failures.push(error),
  );
  expect(failures.splice(0)).toEqual([]);
  return result.done;
};
/** What the Notifications Worker sends. */
const delivered = async (hours: number, send: (mail: OutgoingMail) => Promise<unknown> = async () => {}) => {
  const mails: OutgoingMail[] = [];
  await deliverOutbox(stack.system({ now: start + hours * HOUR }), {
    sendMail: async (mail) => {
      mails.push(mail);
      await send(mail);
    },
    push: async () => {},
  });
  return mails.filter(({ headers }) => headers?.["List-Unsubscribe"]);
};
const mailed = async (hours: number) => {
  await run(hours);
  return await delivered(hours);
};

test("reminds of an unpaid order twice, with a link that pays it", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder({ ...ctx, now: start }, form());
  expect(await mailed(0.98)).toEqual([]);
  const [first, ...others] = await mailed(1);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ subject: `Your order of ${service.name} is not finished` });
  for (const body of [first!.text, first!.html]) {
    expect(body).toContain(ctx.siteUrl + paths.orderPay(orderSystemId));
    expect(body).toContain("1 × Package 1");
    expect(body).toMatch(/unsubscribe/i);
  }
  expect(first!.headers).toEqual({
    "List-Unsubscribe": expect.stringMatching(/^<http:\/\/localhost:8788\/unsubscribe\/[^/]+\/[\w-]{43}>$/),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(await mailed(19.9)).toEqual([]);
  expect((await mailed(20)).map(({ subject }) => subject)).toEqual([`We close your order of ${service.name} soon`]);
  for (const hours of [21, 23.9]) expect(await mailed(hours)).toEqual([]);
  await closeUnpaidOrders(stack.system({ now: start + 25 * HOUR }), (error) => failures.push(error));
  expect(await mailed(25)).toEqual([]);
});

test("reminds of nothing that was paid, also when only the provider knows", async () => {
  const { ctx, form } = await stack.aBuyer();
  const paid = await placeOrder({ ...ctx, now: start }, form());
  await stack.confirm(paid);
  expect(await mailed(1)).toEqual([]);
  expect((await stack.orderRow(paid.orderSystemId)).payState).toBe("paid");
  const other = await stack.aBuyer();
  const later = await placeOrder({ ...other.ctx, now: start }, other.form());
  expect(await run(1.1)).toBe(1);
  await stack.confirm(later);
  await completeOrder({ ...other.ctx, now: start + 1.1 * HOUR }, later.orderSystemId);
  expect(await delivered(1.1)).toEqual([]);
  expect(await mailed(20)).toEqual([]);
});

test("parallel runs queue one mail", async () => {
  const { ctx, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  expect((await Promise.all([run(1), run(1), run(1)])).reduce((sum, done) => sum + done, 0)).toBe(1);
  expect(await delivered(1)).toHaveLength(1);
});

test("a delivery that is killed after sending sends nothing again", async () => {
  const { ctx, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  await run(1);
  // The mark of the delivery is lost, so its lease runs out.
  const killed = wrapD1(stack.binding, {
    onStatement: async ({ sql }, send) => {
      if (/^update "outbox" .*"delivered_at" = /.test(sql)) throw new Error("killed");
      return await send();
    },
  });
  let sent = 0;
  const deliverAt = (now: number, db = stack.db) =>
    deliverOutbox(stack.system({ now, db }), { sendMail: async () => sent++, push: async () => {} });
  await deliverAt(start + HOUR, openDb(killed));
  expect(sent).toBe(1);
  expect(await stack.db.select({ at: outbox.deliveredAt }).from(outbox)).toEqual([{ at: null }]);
  await deliverAt(start + HOUR + LEASE_MS);
  expect(sent).toBe(1);
  expect((await stack.db.select().from(outbox))[0]!.deliveredAt).not.toBeNull();
});

test("sends a mail no second time when the mail system's answer was lost", async () => {
  const { ctx, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  await run(1);
  const down = () => Promise.reject(new Error("down"));
  expect(await delivered(1, down)).toHaveLength(1);
  expect(await delivered(1.1)).toEqual([]);
  expect(await mailed(20)).toHaveLength(1);
});

test("sends one mail when the first was held up until the second", async () => {
  const { ctx, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  await run(1);
  expect((await mailed(20)).map(({ subject }) => subject)).toEqual([expect.stringContaining("We close")]);
});

test("an unsubscribed client gets none of any later cart", async () => {
  const { ctx, buyer, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  const [mail] = await mailed(1);
  const [, userId = "", mac = ""] = /unsubscribe\/([^/]+)\/([\w-]+)>/.exec(mail!.headers!["List-Unsubscribe"]!)!;
  const visitor = stack.context({ kind: "anonymous" });
  const stranger = await stack.aBuyer();
  for (const forged of [
    { userId: stranger.buyer.id, mac },
    { userId, mac: "A".repeat(43) },
  ])
    await expect(stopCartMails(visitor, forged)).rejects.toBeInstanceOf(NotFound);
  await stopCartMails(visitor, { userId, mac });
  await stopCartMails(visitor, { userId, mac });
  expect(await mailed(20)).toEqual([]);
  const again = await stack.aBuyer();
  await placeOrder({ ...stack.contextOf(buyer), now: start }, again.form());
  expect(await mailed(1.5)).toEqual([]);
  await saveNoticeChoices(stack.contextOf(buyer), { cart: "email" } as never);
  expect(await mailed(1.6)).toHaveLength(1);
});

const exclusions: Record<string, (buyer: Awaited<ReturnType<CheckoutStack["aBuyer"]>>) => Promise<unknown>> = {
  "an account that was closed": async ({ buyer }) => {
    await stack.db.update(users).set({ deletedAt: start }).where(eq(users.id, buyer.id));
  },
  "a client who asked for the deletion": async ({ buyer }) => {
    await requestClientDeletion(stack.contextOf(await aStaffMember(stack.db)), buyer.id);
  },
  "a client who began the order again": async ({ buyer, form }) => {
    const later = { ...stack.contextOf(buyer), now: start + 30 * MINUTE };
    await placeOrder(later, form());
  },
  "an agency that switched the mails off": async () => ({
    settings: { ...defaultSettings, orders: { ...defaultSettings.orders, cartMails: false } },
  }),
};

test.each(Object.keys(exclusions))("mails nothing to %s", async (name) => {
  const one = await stack.aBuyer();
  await placeOrder({ ...one.ctx, now: start }, one.form());
  const overrides = ((await exclusions[name]!(one)) ?? {}) as Partial<Context>;
  expect(await run(1, overrides)).toBe(0);
});

test("follows the hours of the settings", async () => {
  const { ctx, form } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  const hours = { firstCartMailHours: 3, secondCartMailHours: 5 };
  const overrides = { settings: { ...defaultSettings, orders: { ...defaultSettings.orders, ...hours } } };
  expect([await run(2, overrides), await run(3, overrides), await run(4, overrides), await run(5, overrides)]).toEqual([
    0, 1, 0, 1,
  ]);
});

test("mails nothing about a checkout of staff who act as the client", async () => {
  const { buyer, form, service } = await stack.aBuyer();
  const admin = await aStaffMember(stack.db);
  const actor: Actor = { kind: "impersonated", user: buyer, adminId: admin.id, sessionId: "session" };
  await placeOrder(stack.context(actor, { now: start }), form());
  await keepCheckoutDraft(stack.context(actor, { now: start }), service.id, {
    checkoutKey: "draft-of-staff",
    sheet: "x",
  });
  expect(await run(1)).toBe(0);
});

/** What a checkout page posts when its visitor leaves to sign in. */
const leftForm = (packageId: string, checkoutKey: string) => ({
  checkoutKey,
  "packageCounts[0].packageId": packageId,
  "packageCounts[0].count": "3",
  "billingAddress.city": "Austin",
});

test("reminds of a saved checkout once its visitor has signed in", async () => {
  const { ctx, service, packages } = await stack.aBuyer();
  const form = leftForm(packages[0]!.id, "left-form-1");
  const visitor = stack.context({ kind: "anonymous" }, { now: start });
  const id = await keepCheckoutDraft(visitor, service.id, form);
  expect(await run(1)).toBe(0);
  await claimDraft({ ...ctx, now: start }, id);
  const [mail] = await mailed(1);
  expect(mail!.text).toContain("3 × Package 1");
  const address = `${ctx.siteUrl}${paths.checkout(service.id)}?packages=${packages[0]!.id}:3&cart=1`;
  expect(mail!.text).toContain(address);
  expect(await mailed(20)).toHaveLength(1);
  expect(await mailed(25)).toEqual([]);
});

test("only the client finds their saved checkout, in any browser", async () => {
  const { ctx, service, packages, form: filled } = await stack.aBuyer();
  const form = leftForm(packages[0]!.id, "left-form-2");
  const id = await keepCheckoutDraft(ctx, service.id, form);
  expect(await ownCart(ctx, service.id)).toEqual(form);
  const stranger = (await stack.aBuyer()).ctx;
  await claimDraft(stranger, id);
  for (const other of [stranger, stack.context({ kind: "anonymous" })])
    expect(await ownCart(other, service.id)).toBeNull();
  expect(await ownCart(ctx, "another")).toBeNull();
  await placeOrder(ctx, filled({ checkoutKey: "left-form-2" }));
  expect(await ownCart(ctx, service.id)).toBeNull();
});

test("a saved checkout and its order get two mails together", async () => {
  const { ctx, service, packages, form } = await stack.aBuyer();
  await keepCheckoutDraft({ ...ctx, now: start }, service.id, leftForm(packages[0]!.id, "left-form-3"));
  expect(await mailed(1)).toHaveLength(1);
  await placeOrder({ ...ctx, now: start + 2 * HOUR }, form({ checkoutKey: "left-form-3" }));
  expect(await mailed(4)).toEqual([]);
  expect(await mailed(22)).toHaveLength(1);
  expect(await mailed(25)).toEqual([]);
});

test("reads carts by index", async () => {
  const { ctx, form, service, packages } = await stack.aBuyer();
  await placeOrder({ ...ctx, now: start }, form());
  await keepCheckoutDraft({ ...ctx, now: start }, service.id, leftForm(packages[0]!.id, "left-form-4"));
  const steps: string[] = [];
  const explain = async ({ sql, values }: { sql: string; values: unknown[] }) => {
    const plan = await stack.binding
      .prepare(`explain query plan ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    steps.push(...plan.results.map(({ detail }) => detail));
  };
  const spying = openDb(
    wrapD1(stack.binding, {
      onStatement: async (statement, send) => {
        await explain(statement);
        return await send();
      },
      onBatch: async (statements, send) => {
        for (const statement of statements) await explain(statement);
        return await send();
      },
    }),
  );
  expect(await run(1, { db: spying })).toBe(1);
  const now = start + HOUR;
  await deliverOutbox(stack.system({ now, db: spying }), { sendMail: async () => {}, push: async () => {} });
  await readReport(stack.contextOf(await aStaffMember(stack.db), { db: spying }), "recovered", {
    range: null,
    second: null,
  });
  expect(steps.some((step) => step.includes("checkout_drafts_mailed"))).toBe(true);
  expect(
    steps.filter((step) => /^SCAN (orders|later|checkout_drafts|draft|cart_mails|mail|users|packages)\b/.test(step)),
  ).toEqual([]);
});

test("deletes the times of mails after 13 months", async () => {
  const { buyer } = await stack.aBuyer();
  const at = (cartKey: string, days: number) => ({
    cartKey,
    number: 1,
    clientId: buyer.id,
    queuedAt: start - days * 24 * HOUR,
  });
  await stack.db.insert(cartMails).values([at("old", 400), at("young", 390)]);
  await deleteOldRecords(stack.system({ now: start }), (error) => failures.push(error));
  expect(failures.splice(0)).toEqual([]);
  expect((await stack.db.select().from(cartMails)).map(({ cartKey }) => cartKey)).toEqual(["young"]);
});

test("reports what was paid after a mail", async () => {
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const read = async () => {
    const range = { from: start, to: start + 48 * HOUR };
    return await readReport(staff, "recovered", { range, second: null });
  };
  const empty = await read();
  const pay = async (hours: number, one: Awaited<ReturnType<CheckoutStack["aBuyer"]>>, count = 1) => {
    const at = (h: number) => ({ ...one.ctx, now: start + h * HOUR });
    const packageCounts = [{ packageId: one.packages[0]!.id, count }];
    const order = await placeOrder(at(0), one.form({ packageCounts, totalPrice: count * 100_00 }));
    return async () => {
      await stack.confirm(order);
      await completeOrder(at(hours), order.orderSystemId);
      // The provider's clock stands still.
      const paidAt = start + hours * HOUR;
      await stack.db.update(orders).set({ paidAt }).where(eq(orders.id, order.orderSystemId));
    };
  };
  const [reminded, quick] = [await stack.aBuyer(), await stack.aBuyer()];
  const [payLater, payFirst] = [await pay(2, reminded, 2), await pay(0.5, quick)];
  await payFirst();
  expect(await mailed(1)).toHaveLength(1);
  await payLater();
  const report = await read();
  expect(report.rows).toEqual([{ id: reminded.service.id, values: [reminded.service.name, 1, 200_00] }]);
  expect(report.figures).toMatchObject([
    { label: "Recovered revenue", now: 200_00 },
    { label: "Recovered orders", now: 1 },
  ]);
  expect(empty.rows).toEqual([]);
});
