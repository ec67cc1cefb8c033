import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkKeys } from "~/domain/books/bookPages";
import { checkBooks } from "~/domain/books/checkBooks";
import { allChecks } from "~/domain/books/checks";
import { explainDifference } from "~/domain/books/explainDifference";
import { findBooks } from "~/domain/books/findBooks";
import { findDifferences } from "~/domain/books/findDifferences";
import { countersOfAll } from "~/domain/books/portalCounters";
import { readBooks } from "~/domain/books/readBooks";
import type { ActorUser, Context } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import type { PaymentAccount, ProviderBalanceTransaction } from "~/domain/ports/payments";
import { r2Files } from "~/integrations/r2Files.server";
import { bookDifferences, history, outbox, uploads, users } from "~db/schema";
import { openSeededStack, type SeedStack } from "../support/seedStack";
import { actingAs, actingSystem, memoryFiles, noPayments, TEST_NOW, testContext } from "../support/testContext";

let stack: SeedStack;
let admin: ActorUser;
beforeAll(async () => {
  stack = await openSeededStack();
  const row = await stack.db.select().from(users).where(eq(users.email, "superadmin@example.com")).get();
  admin = row as unknown as ActorUser;
  for (const { key, size } of await stack.db.select().from(uploads)) sizes.set(key, size);
  const rows = await stack.db.all<{
    account: PaymentAccount;
    intent: string;
    id: string;
    amount: number;
    at: number;
  }>(sql`
    select account, payment_intent_id as intent, 'txn_' || id as id, total as amount, paid_at as at from orders
    where pay_state <> 'unpaid' and total > 0 and payment_intent_id is not null
    union all
    select r.account, o.payment_intent_id, 'txn_' || r.id, -r.amount, r.refunded_at from refunds r join orders o on o.id = r.order_id
    where r.state = 'succeeded'`);
  for (const { account, intent: paymentIntentId, id, amount, at: createdAt } of rows)
    moved[account]!.push({
      id,
      amount,
      paymentIntentId,
      createdAt,
      fee: 0,
      net: amount,
      currency: "usd",
      sourceId: null,
      category: amount > 0 ? "sale" : "refund",
    });
}, 180_000);
afterAll(() => stack.dispose());

/** A provider whose balance is what the portal recorded. The real one is tested in booksBalance.test.ts. */
const moved: Record<string, ProviderBalanceTransaction[]> = { regular: [], custom: [] };
const payments = {
  ...noPayments,
  listBalanceTransactions: async (account: PaymentAccount, from: number, until: number) =>
    moved[account]!.filter(({ createdAt }) => createdAt >= from && createdAt <= until),
};
/** The sizes of the seeded objects: asking R2 for each of them takes longer than all checks of a night. */
const sizes = new Map<string, number>();
const files = { ...memoryFiles(), sizeOf: async (key: string) => sizes.get(key) ?? null };
const context = (overrides: Partial<Context> = {}, actor = actingSystem) =>
  testContext(stack.db, actor, { files, payments, ...overrides });
const superAdmin = () => context({}, actingAs(admin));

const one = async (query: string) => (await stack.db.all<{ id: string }>(sql.raw(query)))[0]!.id;
/** The n-th order that was paid by card, once, without coupon, refund or commission. */
const aPaidOrder = (n: number) =>
  one(`select id from orders where pay_state = 'paid' and payment_type = 'DIRECT' and coupon_id is null and total > 0
    and not exists (select 1 from order_credits c where c.order_id = orders.id) order by id limit 1 offset ${n}`);
/** The n-th subscription that was renewed. */
const aRenewedSubscription = (n: number) =>
  one(`select id from subscriptions where current_cycle > 2 order by id limit 1 offset ${n}`);

interface Planted {
  check: string;
  /** The record that is spoiled. */
  record: () => Promise<string>;
  spoil: (record: string) => string;
}

const planted: Planted[] = [
  {
    check: "orders.lines",
    record: () => aPaidOrder(0),
    spoil: (id) => `delete from order_items where order_id = '${id}'`,
  },
  {
    check: "orders.line-totals",
    record: () => aPaidOrder(1),
    spoil: (id) => `update order_items set line_total = line_total + 1 where order_id = '${id}' and sequence = 0`,
  },
  {
    check: "orders.total",
    record: () => aPaidOrder(2),
    spoil: (id) => `update orders set total = total - 100 where id = '${id}'`,
  },
  {
    check: "orders.paid",
    record: () => aPaidOrder(3),
    spoil: (id) => `update orders set pay_state = 'unpaid' where id = '${id}'`,
  },
  {
    check: "orders.one-payment",
    record: () =>
      one(
        `select id from orders where account = 'custom' and pay_state = 'paid' and cycle is null and payment_intent_id is not null order by id desc limit 1`,
      ),
    spoil: (
      id,
    ) => `update billing_cycles set payment_intent_id = (select payment_intent_id from orders where id = '${id}')
      where rowid = (select rowid from billing_cycles where account = 'custom' and state = 'paid' limit 1)`,
  },
  {
    check: "invoices.orders",
    record: () => aPaidOrder(4),
    spoil: (id) => `delete from invoices where order_id = '${id}'`,
  },
  {
    check: "refunds.sum",
    record: () => aPaidOrder(5),
    spoil: (id) => `update orders set refunded = 100, pay_state = 'partly_refunded' where id = '${id}'`,
  },
  {
    check: "refunds.limit",
    record: () =>
      one("select order_id as id from refunds where dispute_id is null and state = 'succeeded' order by id limit 1"),
    spoil: (id) => `update refunds set amount = amount * 10 where order_id = '${id}'`,
  },
  {
    check: "disputes.money",
    record: () => one("select order_id as id from disputes limit 1"),
    spoil: (id) => `update refunds set amount = amount + 1 where order_id = '${id}' and dispute_id is not null`,
  },
  {
    check: "subscriptions.cycles",
    record: () => aRenewedSubscription(0),
    spoil: (id) =>
      `update orders set subscription_id = null, cycle = null where subscription_id = '${id}' and cycle = 2`,
  },
  {
    check: "subscriptions.paid-cycles",
    record: () => aRenewedSubscription(1),
    spoil: (id) => `update billing_cycles set state = 'open' where subscription_id = '${id}' and cycle = 2`,
  },
  {
    check: "coupons.uses",
    record: () => one("select order_id as id from coupon_uses where state = 'used' order by order_id limit 1"),
    spoil: (id) => `update coupon_uses set state = 'released' where order_id = '${id}'`,
  },
  {
    check: "coupons.counters",
    record: () => one("select id from coupons where used_count > 0 order by id limit 1"),
    spoil: (id) => `update coupons set used_count = used_count + 1 where id = '${id}'`,
  },
  {
    check: "commissions.amount",
    record: () =>
      one(
        "select order_id as id from commissions where kind = 'earned' and voided_at is null and payout_id is null order by id limit 1",
      ),
    spoil: (id) => `update commissions set amount = amount + 1 where order_id = '${id}'`,
  },
  {
    check: "commissions.credits",
    record: () =>
      one(
        "select order_id as id from commissions where kind = 'earned' and voided_at is null and payout_id is null order by id desc limit 1",
      ),
    spoil: (id) => `delete from commissions where order_id = '${id}'`,
  },
  {
    check: "payouts.sum",
    record: () => one("select id from payouts limit 1"),
    spoil: (id) =>
      `update commissions set payout_id = null where id = (select id from commissions where payout_id = '${id}' and amount <> 0 limit 1)`,
  },
  {
    check: "payouts.once",
    record: () => one("select id from payouts limit 1"),
    spoil: (id) =>
      `update commissions set status = 'APPROVED' where id = (select max(id) from commissions where payout_id = '${id}')`,
  },
  {
    check: "counters.clients",
    record: () => one("select client_id as id from orders order by id limit 1"),
    spoil: (id) => `update order_counters set count = count + 1 where scope = '${id}' and status = 'Completed'`,
  },
  {
    check: "counters.paid",
    record: () => one("select client_id as id from orders where pay_state = 'paid' order by id desc limit 1"),
    spoil: (id) => `update order_counters set paid_amount = paid_amount + 100 where scope = '${id}' and paid_count > 0`,
  },
  {
    check: "counters.affiliates",
    record: () => one("select affiliate_id as id from affiliate_commissions order by count desc limit 1"),
    spoil: (id) => `update affiliate_commissions set amount = amount - 1 where affiliate_id = '${id}'`,
  },
  {
    check: "counters.payouts",
    record: () => one("select id from payouts limit 1"),
    spoil: (id) => `update payout_shares set lines = lines + 1 where payout_id = '${id}'`,
  },
  {
    check: "history.status",
    record: () => aPaidOrder(6),
    spoil: (id) => `delete from history where entity = 'order' and entity_id = '${id}' and action = 'paid'`,
  },
  {
    check: "history.paid",
    record: () => aPaidOrder(7),
    spoil: (id) =>
      `update history set dedupe_key = null where entity = 'order' and entity_id = '${id}' and action = 'paid'`,
  },
  {
    check: "balance.payments",
    record: () => aPaidOrder(8),
    spoil: (id) => `update balance_transactions set amount = amount - 1, net = net - 1
      where payment_intent_id = (select payment_intent_id from orders where id = '${id}')`,
  },
  {
    check: "balance.refunds",
    record: () =>
      one(
        "select order_id as id from refunds where dispute_id is null and state = 'succeeded' order by refunded_at, id limit 1 offset 3",
      ),
    spoil: (id) => `delete from balance_transactions where category = 'refund'
      and payment_intent_id = (select payment_intent_id from orders where id = '${id}')`,
  },
  {
    check: "balance.charges",
    record: () => one("select id from balance_transactions where category = 'sale' order by id limit 1"),
    spoil: (id) => `update balance_transactions set payment_intent_id = 'pi_unknown' where id = '${id}'`,
  },
  {
    check: "balance.fees",
    record: () => one("select id from balance_transactions where category = 'sale' order by id desc limit 1"),
    spoil: (id) => `update balance_transactions set fee = fee + 1 where id = '${id}'`,
  },
  {
    check: "notifications.once",
    record: () =>
      one(
        "select user_id || '.' || id as id from notifications where dedupe_key is not null order by user_id, id limit 1",
      ),
    spoil: (key) => `insert into notifications (id, user_id, description, type, type_system_id, dedupe_key, created_at)
      select substr(id, 1, 25) || '!' || user_id, user_id, description, type, type_system_id, 'again:' || dedupe_key, created_at
      from notifications where user_id || '.' || id = '${key}'`,
  },
];

test("the seeded portal agrees with every check", async () => {
  const results = await readBooks(context({ files: r2Files(stack.files) }));
  expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
  // Nothing was looked at for the provider's balance, which this database never read.
  const unread = results.filter(({ rows }) => rows === 0).map(({ id }) => id);
  expect(unread).toEqual(["balance.charges", "balance.fees"]);
}, 60_000);

test("reads every record of a seeded portal in one night", async () => {
  const result = await checkBooks(context(), (error) => {
    throw error;
  });
  expect(result.failed).toBe(0);
  const { checks } = await findBooks(superAdmin());
  expect(checks.filter(({ lastRunAt }) => lastRunAt === null)).toEqual([]);
  expect(checks.find(({ id }) => id === "orders.total")!.rows).toBeGreaterThan(400);
  expect(await stack.db.select().from(bookDifferences)).toEqual([]);
  // The day's share is done.
  expect(await checkBooks(context({ now: TEST_NOW + DAY_MS / 4 }), () => {})).toEqual({ done: 0, failed: 0 });
}, 60_000);

test.each(planted)("finds a difference of $check", async ({ check, record, spoil }) => {
  const subject = allChecks.find(({ id }) => id === check)!.of;
  const id = await record();
  expect((await checkKeys(context(), subject, [id])).get(check)).toEqual([]);
  await stack.db.run(sql.raw(spoil(id)));
  const [found] = (await checkKeys(context(), subject, [id])).get(check)!;
  expect(found).toMatchObject({ record: id });
  expect(found!.expected).not.toBe(found!.actual);
});

test("finds an affiliate's counter of referrals that is wrong", async () => {
  const id = await one("select affiliate_id as id from attributions where affiliate_id is not null limit 1");
  await stack.db.run(sql`update affiliate_totals set referrals = referrals + 1 where affiliate_id = ${id}`);
  const [found] = (await checkKeys(context(), "clients", [id])).get("counters.affiliates")!;
  expect(found!.actual).toContain("referrals");
});

test("finds a difference of counters.all", async () => {
  const spoiled = "update order_counters set paid_amount = paid_amount + 5 where scope = 'all' and status = 'Active'";
  await stack.db.run(sql.raw(spoiled));
  const [paid] = (await countersOfAll(context())) ?? [];
  expect(paid).toMatchObject({ record: "all", actual: expect.stringContaining("cents of paid Active") });
  await stack.db.run(sql`update order_counters set count = count + 3 where scope = 'all' and status = 'Completed'`);
  await stack.db.run(sql`update subscription_counters set count = count + 2 where status = 'Active'`);
  expect(await countersOfAll(context())).toMatchObject([{ record: "all" }, { record: "subscriptions" }]);
});

test("finds a stored file without its object", async () => {
  const file = await stack.db
    .select()
    .from(uploads)
    .where(sql`stored_at is not null and attached_to is not null`)
    .get();
  sizes.delete(file!.key);
  expect((await checkKeys(context(), "files", [file!.key])).get("files.stored")).toEqual([
    { record: file!.key, expected: `${file!.size} bytes`, actual: "no object" },
  ]);
});

const open = (ctx: Context) =>
  findDifferences(ctx, { page: 0, pageSize: 500, filters: [], sort: { by: "lastSeen", direction: "desc" } });
const booksMails = async () =>
  (await stack.db.select().from(outbox)).filter(({ dedupeKey }) => dedupeKey.startsWith("email:books:"));
/** The next night; days apart. */
let night = 1;
const nextNight = () => checkBooks(context({ now: TEST_NOW + night++ * DAY_MS }), () => {});

test("stores the differences of a night and mails them once", async () => {
  await nextNight();
  const { content } = await open(superAdmin());
  const kinds = new Set(content.map(({ checkId }) => checkId));
  expect([...kinds]).toEqual(
    expect.arrayContaining([...planted.map(({ check }) => check), "counters.all", "files.stored"]),
  );
  const total = content.find(({ checkId }) => checkId === "orders.total")!;
  expect(total).toMatchObject({ state: "open", target: { kind: "order", id: total.recordId } });
  expect(total.label).toMatch(/^10\d{3}$/);
  const mails = await booksMails();
  expect(mails).toHaveLength(1);
  const { payload } = mails[0] as unknown as { payload: { to: string; text: string } };
  expect(payload.to).toBe("superadmin@example.com");
  expect(payload.text).toContain(
    "An order's total is the sum of its lines, less the coupon's discount, plus the added taxes.",
  );
  expect(payload.text).toContain("/settings/books");
}, 60_000);

test("keeps the note of an explained difference, and its author", async () => {
  const { content } = await open(superAdmin());
  const { id } = content.find(({ checkId }) => checkId === "orders.total")!;
  await explainDifference(superAdmin(), { id, note: "Agreed by phone" });
  await nextNight();
  expect(await booksMails()).toHaveLength(1);
  const explained = (await open(superAdmin())).content.find((row) => row.id === id)!;
  expect(explained).toMatchObject({ state: "explained", note: "Agreed by phone", notedByName: "Dana Whitmore" });
  expect(await stack.db.select().from(history).where(eq(history.entityId, id))).toMatchObject([
    { entity: "bookDifference", actorId: admin.id, action: "Difference explained" },
  ]);
}, 60_000);

test("mails a difference again only after it was gone", async () => {
  const { content } = await open(superAdmin());
  const { id, recordId } = content.find(({ checkId }) => checkId === "orders.total")!;
  const state = async () => (await open(superAdmin())).content.find((row) => row.id === id)!;
  await stack.db.run(sql`update orders set total = total + 100 where id = ${recordId}`);
  await nextNight();
  expect(await state()).toMatchObject({ state: "gone" });
  await expect(explainDifference(superAdmin(), { id, note: "Too late" })).rejects.toThrow("agrees again");
  await stack.db.run(sql`update orders set total = total + 100 where id = ${recordId}`);
  await nextNight();
  expect(await state()).toMatchObject({ state: "open", note: null });
  expect(await booksMails()).toHaveLength(2);
}, 60_000);

test("two runs at the same time check once", async () => {
  const ctx = context({ now: TEST_NOW + night * DAY_MS });
  const runs = await Promise.all([checkBooks(ctx, () => {}), checkBooks(ctx, () => {})]);
  expect(runs.filter(({ done }) => done > 0)).toHaveLength(1);
}, 60_000);

test("checks the own records when the provider does not answer", async () => {
  const broken = { ...noPayments, listBalanceTransactions: () => Promise.reject(new Error("The provider is down")) };
  const failures: unknown[] = [];
  const ctx = context({ now: TEST_NOW + (night + 2) * DAY_MS, payments: broken });
  const { done, failed } = await checkBooks(ctx, (error) => failures.push(error));
  expect(failed).toBe(2);
  expect(failures).toHaveLength(2);
  expect(done).toBeGreaterThan(1_000);
}, 60_000);
