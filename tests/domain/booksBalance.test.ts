import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monthOf } from "~/domain/books/bookMonth";
import { monthSheet } from "~/domain/books/monthSheet";
import { monthStatement } from "~/domain/books/monthStatement";
import { readBalance } from "~/domain/books/readBalance";
import { readBooks } from "~/domain/books/readBooks";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { DAY_MS } from "~/domain/days";
import { recordReversals } from "~/domain/disputes/recordReversals";
import { paymentAccounts } from "~/domain/ports/payments";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { csv } from "~/exports/csv";
import { spreadsheet } from "~/exports/spreadsheet";
import { balanceTransactions, services } from "~db/schema";
import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { bytesOf, readSheet } from "../support/readSheet";
import { renewalsOf } from "../support/renewals";

let stack: CheckoutStack;
let first: string;
let second: string;
const bought: string[] = [];
const clockOf = () => renewalsOf(stack);
beforeAll(async () => {
  stack = await startCheckoutStack();
  await stack.setEventMarks();
  // The middle of a month, so that days do not cross into another one.
  const start = stack.now();
  clockOf().goTo(Date.UTC(new Date(start).getUTCFullYear() + 1, 0, 12, 12));
  first = monthOf(stack.now());
  const seo = await stack.aBuyer({ name: "Link building" }, [{ price: 120_00 }]);
  const ads = await stack.aBuyer({ name: "Ads" }, [{ price: 333_33 }]);
  for (const [buyer, totalPrice, card] of [
    [seo, 120_00, undefined],
    [ads, 333_33, undefined],
    [seo, 120_00, "4000000000000259"],
  ] as const)
    bought.push(await buy(buyer, totalPrice, card));
  const admin = await aStaffMember(stack.db);
  await refundOrder(stack.contextOf(admin), {
    id: bought[1]!,
    amount: 33_33,
    reason: "Late",
    requestKey: "refund-of-books-1",
  });
  await stack.sandbox.control("POST", "payout", { account: "regular" });
  // The dispute takes the whole payment, and is won in the next month.
  await settleDisputes();
  clockOf().advance(31 * DAY_MS);
  second = monthOf(stack.now());
  bought.push(await buy(ads, 333_33));
  await stack.sandbox.control("POST", "dispute", { account: "regular", outcome: "won" });
  await settleDisputes();
  clockOf().advance(DAY_MS);
  for (const account of paymentAccounts) await readBalance(stack.system(), account, { force: true });
}, 60_000);
afterAll(async () => {
  expect(stack.violations()).toEqual([]);
  await stack.stop();
});

async function buy(buyer: Awaited<ReturnType<CheckoutStack["aBuyer"]>>, totalPrice: number, card?: string) {
  const ctx = stack.contextOf(buyer.buyer);
  const placed = await placeOrder(ctx, buyer.form({ totalPrice }));
  await stack.confirm(placed, card);
  await completeOrder(stack.contextOf(buyer.buyer), placed.orderSystemId);
  return placed.orderSystemId;
}

async function settleDisputes() {
  const { account, paymentIntentId } = await stack.orderRow(bought[2]!);
  await recordReversals(stack.system(), { account, id: paymentIntentId! });
}

/** The sums of the sandbox's ledger in a month, computed without the portal. */
async function ledgerOf(month: string) {
  const entries = ((await stack.sandbox.ledger()) as LedgerEntry[]).filter(
    ({ account, status }) => account === "regular" && status !== "failed",
  );
  const inMonth = (entry: LedgerEntry) => monthOf(entry.created * 1000) === month;
  const sum = (kind: LedgerEntry["kind"], value: "amount" | "fee" = "amount") =>
    entries.filter((entry) => entry.kind === kind && inMonth(entry)).reduce((total, entry) => total + entry[value], 0);
  return {
    charges: sum("charge"),
    refunds: sum("refund"),
    payouts: sum("payout"),
    fees: sum("charge", "fee") + sum("dispute", "fee"),
  };
}

const statementOf = async (month: string) => {
  const admin = await aStaffMember(stack.db);
  return await monthStatement(stack.contextOf(admin), { month, account: "regular" });
};

test("a month's figures are the provider's ledger to the cent", async () => {
  const [january, ledger] = [await statementOf(first), await ledgerOf(first)];
  expect(january.opening).toBe(0);
  expect(january.sold).toEqual({ count: 3, amount: ledger.charges });
  expect(january.refunds).toEqual({ count: 1, amount: -ledger.refunds });
  expect(january.disputes).toEqual({ count: 1, amount: -120_00 });
  expect(january.fees).toBe(-ledger.fees);
  expect(january.payouts).toEqual({ count: 1, amount: -ledger.payouts });
  expect(january.closing).toBe(ledger.charges - ledger.refunds - 120_00 - ledger.fees - ledger.payouts);
  expect(ledger.fees).toBe(348 + 30 + 967 + 30 + 348 + 30 + 15_00);
});

test("the next month opens with what the last one closed with", async () => {
  const [january, february, ledger] = [await statementOf(first), await statementOf(second), await ledgerOf(second)];
  expect(february.opening).toBe(january.closing);
  expect(february.sold).toEqual({ count: 1, amount: 333_33 });
  expect(february.disputes).toEqual({ count: 1, amount: 120_00 });
  expect(february.closing).toBe(january.closing + ledger.charges - ledger.fees + 120_00);
});

test("sales are listed by service, the largest first", async () => {
  const { sales } = await statementOf(first);
  expect(sales).toEqual([
    { service: "Ads", count: 1, amount: 333_33 },
    { service: "Link building", count: 2, amount: 240_00 },
  ]);
});

test("CSV and spreadsheet hold the lines of the page", async () => {
  const admin = await aStaffMember(stack.db);
  const sheet = () => monthSheet(stack.contextOf(admin), { month: second, account: "regular" });
  const [head, ...rows] = readSheet(await bytesOf(await spreadsheet(await sheet())));
  expect(head).toEqual(["Entry", "Service", "Count", "Amount"]);
  expect(rows.map((row) => row[0])).toEqual([
    "Opening balance",
    "Sales",
    "Refunds",
    "Disputes",
    "Card provider fees",
    "Payouts to the bank",
    "Closing balance",
  ]);
  const text = await csv(await sheet());
  expect(text).toContain("Sales,Ads,1,333.33\r\n");
  expect(text).toContain("Card provider fees,,,-9.97\r\n");
  const { closing } = await statementOf(second);
  expect(text).toContain(`Closing balance,,,${(closing / 100).toFixed(2)}\r\n`);
});

test("a service's name is never a formula in the CSV", async () => {
  const [sold] = await stack.db.update(services).set({ name: '=1+1,"x"' }).where(eq(services.name, "Ads")).returning();
  const admin = await aStaffMember(stack.db);
  const text = await csv(await monthSheet(stack.contextOf(admin), { month: second, account: "regular" }));
  expect(text).toContain('Sales,"\'=1+1,""x""",1,333.33');
  await stack.db.update(services).set({ name: "Ads" }).where(eq(services.id, sold!.id));
});

test("portal and provider agree after purchases, a refund and a dispute", async () => {
  const results = await readBooks(stack.system());
  expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
  expect(results.find(({ id }) => id === "balance.charges")!.rows).toBe(8);
});

test("reading again stores no movement twice", async () => {
  const before = await stack.db.select().from(balanceTransactions);
  expect(await readBalance(stack.system(), "regular", { force: true })).toBe(0);
  expect(await stack.db.select().from(balanceTransactions)).toEqual(before);
  // Read today already.
  expect(await readBalance(stack.system(), "regular")).toBe(0);
});

test("a charge that no order knows differs, under its own id", async () => {
  const { regular } = stack.sandbox;
  await regular.paymentIntents.create({
    amount: 4_200,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
  });
  clockOf().advance(DAY_MS);
  await readBalance(stack.system(), "regular");
  const { differences } = (await readBooks(stack.system())).find(({ id }) => id === "balance.charges")!;
  expect(differences).toMatchObject([{ expected: "a paid order of $42.00" }]);
  expect(differences[0]!.record).toMatch(/^txn_/);
});

test("a refund made at the provider alone differs until it is recorded", async () => {
  const { paymentIntentId } = await stack.orderRow(bought[0]!);
  await stack.sandbox.regular.refunds.create({ payment_intent: paymentIntentId!, amount: 1_000 });
  clockOf().advance(DAY_MS);
  await readBalance(stack.system(), "regular");
  const found = async () => (await readBooks(stack.system())).find(({ id }) => id === "balance.refunds")!.differences;
  expect(await found()).toEqual([{ record: bought[0], expected: "$0.00", actual: "$10.00" }]);
  await recordReversals(stack.system(), { account: "regular", id: paymentIntentId! });
  expect(await found()).toEqual([]);
});

test("shortens a span of too many movements and loses none", async () => {
  const stored = await stack.db.select().from(balanceTransactions);
  await stack.db.delete(balanceTransactions);
  const { payments } = stack.system();
  const windows: number[] = [];
  const listBalanceTransactions: typeof payments.listBalanceTransactions = async (account, from, until) => {
    const rows = await payments.listBalanceTransactions(account, from, until);
    windows.push(until - from);
    return rows && rows.length > 3 && until - from > 1_000 ? null : rows;
  };
  await stack.db.run("update balance_marks set read_up_to = read_from where account = 'regular'");
  const read = await readBalance(stack.system({ payments: { ...payments, listBalanceTransactions } }), "regular");
  expect(read).toBe(stored.length);
  expect(Math.min(...windows)).toBeLessThan(Math.max(...windows) / 2);
});
