import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Forbidden, NotFound } from "~/domain/errors";
import { makePayout } from "~/domain/payouts/makePayout";
import { ownPayee, savePayee } from "~/domain/payouts/payeeDetails";
import { PayeeInput } from "~/domain/payouts/payeeInput";
import { payoutFile, payoutMethods } from "~/domain/payouts/payoutFile";
import { PayoutForm } from "~/domain/payouts/payoutInputs";
import { secretSigner } from "~/integrations/signer.server";
import { history, payeeDetails, securityEvents } from "~db/schema";
import { aCommission, anAffiliate } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const IBAN = "DE89370400440532013000";
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());
const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const bank = (values: object = {}) =>
  PayeeInput.parse({ method: "BANK", holder: "Ada, Lovelace", account: "DE89 3704 0044 0532 0130 00", ...values });

async function aPayout(shares: readonly [ActorUser, number][]) {
  const staff = await aStaffMember(database.db);
  const rows = [];
  for (const [affiliate, amount] of shares)
    rows.push(
      await aCommission(database.db, affiliate, {
        status: "APPROVED",
        amount,
        orderPaidAt: TEST_NOW - 40 * 86_400_000,
      }),
    );
  const total = String(shares.reduce((sum, [, amount]) => sum + amount, 0));
  const form = { commission: rows.map(({ id }) => id), requestKey: `payee-test-${shares[0]![0].id}`, total };
  return { staff, id: await makePayout(as(staff), PayoutForm.parse(form)) };
}

test("stores payee details sealed, and only their owner reads them", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const ctx = as(affiliate);
  expect(await ownPayee(ctx)).toBeNull();
  await savePayee(ctx, bank());
  expect(await ownPayee(ctx)).toMatchObject({ holder: "Ada, Lovelace", account: IBAN });
  const [row] = await db.select().from(payeeDetails);
  expect(row!.sealed).not.toContain(IBAN);
  expect(JSON.stringify(await db.select().from(history).where(eq(history.entityId, affiliate.id)))).not.toContain(IBAN);
  const acting = { kind: "impersonated" as const, user: affiliate, adminId: "admin", sessionId: "s" };
  expect(await ownPayee(as(await aCustomer(db)))).toBeNull();
  for (const actor of [actingAs(await aStaffMember(db)), acting, anonymous]) {
    await expect(ownPayee(testContext(db, actor))).rejects.toThrow();
    await expect(savePayee(testContext(db, actor), bank())).rejects.toThrow();
  }
});

test("opens no details that were sealed for another person", async () => {
  const { db } = database;
  const [one, other] = [await anAffiliate(db), await anAffiliate(db)];
  await savePayee(as(one), bank());
  const [row] = await db.select().from(payeeDetails);
  await db.insert(payeeDetails).values({ ...row!, userId: other.id });
  expect(await ownPayee(as(other))).toBeNull();
});

test("seals payee details again after the secret was replaced", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const old = {
    SESSION_SECRET: "the first session secret, long enough",
    CLICK_SECRET: "the first click secret, long enough",
  };
  const next = { SESSION_SECRET: "the second session secret, long enough", CLICK_SECRET: old.CLICK_SECRET };
  await savePayee({ ...as(affiliate), signer: secretSigner(old) }, bank());
  const rotating = secretSigner({ ...next, SESSION_SECRET_PREVIOUS: old.SESSION_SECRET });
  expect(await ownPayee({ ...as(affiliate), signer: rotating })).toMatchObject({ account: IBAN });
  expect(await ownPayee({ ...as(affiliate), signer: secretSigner(next) })).toMatchObject({ account: IBAN });
});

test("checks account, routing number and PayPal address", () => {
  const errorsOf = (input: object) => PayeeInput.safeParse(input).error?.issues.map(({ path }) => path.join(".")) ?? [];
  const holder = "Ada";
  expect(errorsOf({ method: "BANK", holder, account: IBAN })).toEqual([]);
  expect(errorsOf({ method: "BANK", holder, account: "000123456789", bankCode: "110000000" })).toEqual([]);
  expect(errorsOf({ method: "BANK", holder, account: "DE89370400440532013001" })).toEqual(["account", "bankCode"]);
  expect(errorsOf({ method: "BANK", holder, account: "000123456789" })).toEqual(["bankCode"]);
  expect(errorsOf({ method: "BANK" })).toEqual(["holder", "account", "bankCode"]);
  expect(errorsOf({ method: "PAYPAL", paypalEmail: "ada" })).toEqual(["paypalEmail"]);
});

test("writes a bank file and a PayPal file of a payout", async () => {
  const { db } = database;
  const [first, second, third] = [await anAffiliate(db), await anAffiliate(db), await anAffiliate(db)];
  await savePayee(as(first), bank());
  await savePayee(as(second), PayeeInput.parse({ method: "PAYPAL", paypalEmail: "ada@example.com" }));
  const { staff, id } = await aPayout([
    [first, 10_00],
    [second, 20_50],
    [third, 1_00],
  ]);
  expect(await payoutMethods(as(staff), id)).toEqual({ [first.id]: "BANK", [second.id]: "PAYPAL" });
  expect((await payoutFile(as(staff), id, "bank")).text).toBe(
    `Name,Account,Bank code,Amount,Currency,Reference\r\n"Ada, Lovelace",${IBAN},,10.00,USD,Commissions 2026-11-21\r\n`,
  );
  expect((await payoutFile(as(staff), id, "paypal")).text).toBe(
    `ada@example.com,20.50,USD,${second.id},Commissions 2026-11-21\r\n`,
  );
  expect((await db.select().from(securityEvents)).map(({ kind }) => kind)).toEqual(["exported", "exported"]);
});

test("a payee's name never becomes a formula", async () => {
  const affiliate = await anAffiliate(database.db);
  await savePayee(as(affiliate), bank({ holder: '=HYPERLINK("http://x")' }));
  const { staff, id } = await aPayout([[affiliate, 10_00]]);
  expect((await payoutFile(as(staff), id, "bank")).text).toContain(`"'=HYPERLINK(""http://x"")"`);
});

test("a payout's file is refused to others and unknown to staff", async () => {
  const affiliate = await anAffiliate(database.db);
  const { staff, id } = await aPayout([[affiliate, 10_00]]);
  await expect(payoutFile(as(affiliate), id, "bank")).rejects.toThrow(Forbidden);
  await expect(payoutFile(as(staff), "01UNKNOWN", "bank")).rejects.toThrow(NotFound);
  const { loader } = await import("~/routes/commissions.payouts.$payoutId.file");
  const open = async (user: ActorUser | null) => {
    const request = new Request(`${SITE}/commissions/payouts/x/file`);
    const portal = aPortal(testContext(database.db, user ? actingAs(user) : anonymous), request);
    const params = { payoutId: Buffer.from(id).toString("base64url") };
    return await loader({ request, params, context: { portal } } as never).catch((answer: Response) => answer);
  };
  expect((await open(null)).headers.get("Location")).toContain("/signin");
  expect((await open(affiliate)).headers.get("Location")).toBe("/");
  const answer = await open(staff);
  expect([answer.status, answer.headers.get("Content-Disposition")]).toEqual([
    200,
    expect.stringContaining("Payout-bank-2026-11-21.csv"),
  ]);
});
