import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Forbidden, NotFound } from "~/domain/errors";
import { makePayout } from "~/domain/payouts/makePayout";
import { ownPayee, savePayee } from "~/domain/payouts/payeeDetails";
import { PayeeInput } from "~/domain/payouts/payeeInput";
import { payoutFile, payoutMethods, payoutSheet } from "~/domain/payouts/payoutFile";
import { PayoutForm } from "~/domain/payouts/payoutInputs";
import { spreadsheet } from "~/exports/spreadsheet";
import { readWorkbook } from "~/format/readWorkbook";
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

const ROUTING = "021000021";
test.each([
  ["IBAN DE89 3704 0044 0532 0130 00", "COBADEFFXXX", IBAN, "COBADEFFXXX"],
  ["IBAN: de89-3704-0044-0532-0130-00", "BIC: COBADEFF", IBAN, "COBADEFF"],
  ["IBANDE89370400440532013000", "", IBAN, ""],
  ["IBAN No. DE89 3704 0044 0532 0130 00", "BIC/SWIFT cobadeffxxx", IBAN, "COBADEFFXXX"],
  ["DE89.3704.0044.0532.0130.00", "SWIFT code: COBADEFF", IBAN, "COBADEFF"],
  ["Account 0001234567", "ABA 021000021", "0001234567", "021000021"],
  ["Acct. no. 0001234567", "021000021", "0001234567", "021000021"],
  ["A/C number: 0001234567", "021000021", "0001234567", "021000021"],
  ["Kontonummer 0001234567", "COBADEFF", "0001234567", "COBADEFF"],
  ["IBAN NO93 8601 1117 947", "", "NO9386011117947", ""],
  ["IBAN no. NO93 8601 1117 947", "", "NO9386011117947", ""],
  ["account number NO93 8601 1117 947", "", "NO9386011117947", ""],
  ["0001234567", ROUTING, "0001234567", ROUTING],
  ["000 123-4567", "ABA 0210-0002-1", "0001234567", ROUTING],
  ["0001234567", "Routing number: 021000021", "0001234567", ROUTING],
  ["021000021", "011000015", "021000021", "011000015"],
  ["12345678", "112233", "12345678", "112233"],
  ["0123456789", "BICICIAB", "0123456789", "BICICIAB"],
])("keeps account %j and code %j as meant", (account, bankCode, meant, code) => {
  expect(bank({ account, bankCode })).toMatchObject({ account: meant, bankCode: code });
});

const SWAPPED = "Are these two swapped? This one is the bank's code, and the account belongs here.";
test.each([
  ["DE89 3704 0044 0532 0130 01", "COBADEFF", "account", "This IBAN has a typing error"],
  ["savings 0001234567", "021000021", "account", "Enter the account number alone, without words before it"],
  ["IBAN", "", "account", "Enter an IBAN, or an account number of 4 to 34 characters"],
  ["0001234567", "021000022", "bankCode", "This routing number has a typing error"],
  ["0001234567", "000000000", "bankCode", "This routing number has a typing error"],
  ["0001234567", "COBADE", "bankCode", "Enter a BIC or a routing number"],
  ["0001234567", "COBADEFFXX", "bankCode", "Enter a BIC or a routing number"],
  ["0001234567", "12345", "bankCode", "Enter a BIC or a routing number"],
  [ROUTING, "0001234567", "account", SWAPPED],
  [ROUTING, "123456789", "account", SWAPPED],
  ["COBADEFFXXX", "12345678", "account", SWAPPED],
  ["COBADEFFXXX", IBAN, "account", SWAPPED],
])("refuses account %j with code %j", (account, bankCode, field, message) => {
  const { error } = PayeeInput.safeParse({ method: "BANK", holder: "Ada", account, bankCode });
  expect(error?.issues.map(({ path, message: why }) => [path.join(), why])).toContainEqual([field, message]);
});

test.each(['=HYPERLINK("http://x")', "+Ada", "-Ada", "@ada", "  =1+1"])("refuses the holder %j", (holder) => {
  const { error } = PayeeInput.safeParse({ method: "BANK", holder, account: IBAN });
  expect(error?.issues).toMatchObject([{ path: ["holder"], message: "Begin the name with a letter or a digit" }]);
});

test("a name and an IBAN of an earlier release reach the bank clean", async () => {
  const affiliate = await anAffiliate(database.db);
  const stored = { ...bank(), holder: '=HYPERLINK("http://x")', account: `IBAN${IBAN}`, bankCode: "COBADEFF" };
  await savePayee(as(affiliate), stored);
  const { staff, id } = await aPayout([[affiliate, 10_00]]);
  expect((await payoutFile(as(staff), id, "bank")).text).toContain(`"HYPERLINK(""http://x"")",${IBAN},COBADEFF,10.00`);
});

test("people get a payout as text cells, and the bank's file says upload", async () => {
  const affiliate = await anAffiliate(database.db);
  await savePayee(as(affiliate), bank({ holder: "Zoë", account: "0001234567", bankCode: ROUTING }));
  const { staff, id } = await aPayout([[affiliate, 10_00]]);
  const file = await payoutFile(as(staff), id, "bank");
  expect(file.name).toBe("Payout-bank-for-upload-2026-11-21.csv");
  const [head, line] = file.text.split("\r\n");
  // Without a byte order mark.
  expect([head, line?.split(",").slice(0, 3)]).toEqual([
    "Name,Account,Bank code,Amount,Currency,Reference",
    ["Zoë", "0001234567", ROUTING],
  ]);
  const { sheet } = await payoutSheet(as(staff), id);
  const workbook = await readWorkbook((await spreadsheet(sheet)) as Uint8Array);
  expect(workbook?.rows).toEqual([
    ["Name", "Paid by", "Account", "Bank code", "Amount", "Currency", "Reference"],
    ["Zoë", "Bank transfer", "0001234567", ROUTING, "10.00", "USD", "Commissions 2026-11-21"],
  ]);
  await expect(payoutSheet(as(affiliate), id)).rejects.toThrow(Forbidden);
  await expect(payoutSheet(as(staff), "01UNKNOWN")).rejects.toThrow(NotFound);
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
    expect.stringContaining("Payout-bank-for-upload-2026-11-21.csv"),
  ]);
});
