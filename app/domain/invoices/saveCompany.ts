import { type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { numberFloors } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { PaymentAccount } from "../ports/payments";
import { assertZoneConfirmed } from "../settings/agencyZone";
import { saveSettings } from "../settings/saveSettings";
import { type CompanyInput, toCompanySettings } from "./companyInput";
import { nextInvoiceNumber, nextInvoiceNumbers } from "./nextInvoiceNumbers";
import { readTaxes } from "./readTaxes";

const fieldOf = { regular: "nextRegular", custom: "nextCustom" } as const;

/**
 * Saves issuers, time zone, prefix, footer, due days and taxes, and moves the next invoice numbers on. Throws Invalid
 * at a time zone that was not confirmed, at a tax that cannot be (readTaxes) and at a next number that is lower than
 * the account's own (rules.md invoices/next-number), and Conflict for a stale version.
 */
export async function saveCompany(ctx: Context, input: CompanyInput): Promise<void> {
  authorize(ctx, "settings.manage");
  assertZoneConfirmed(ctx, input);
  const { version, nextRegular, nextCustom } = input;
  const taxes = readTaxes(input.taxes);
  const next = await nextInvoiceNumbers(ctx);
  const moved = (
    [
      ["regular", nextRegular],
      ["custom", nextCustom],
    ] as const
  ).flatMap(([account, number]) => {
    if (number === null || number === next[account]) return [];
    if (number < next[account]) throw new Invalid(`The next number is at least ${next[account]}`, fieldOf[account]);
    return [{ account, number }];
  });
  // Without a tax ever, the settings keep saying so.
  const kept = taxes.length === 0 ? ctx.settings.company.taxes && taxes : taxes;
  await saveSettings(ctx, "company", { version, ...toCompanySettings(input), taxes: kept }, [
    ...moved.flatMap(({ account, number }) => moveNext(ctx, account, number)),
    ...(moved.length === 0
      ? []
      : [
          historyStatement(ctx, {
            entity: "settings",
            entityId: "company",
            action: "Invoice numbers moved on",
            changes: moved.map(({ account, number }) => ({
              field: fieldOf[account],
              before: next[account],
              after: number,
            })),
          }),
        ]),
  ]);
}

/** An invoice that is issued meanwhile, or a higher floor, makes it fail. */
const moveNext = ({ db, now }: Context, account: PaymentAccount, number: number): BatchStatement[] => {
  const above: SQL = sql`select ${`invoice:${account}`}, ${number - 1}, ${now} where ${number} >= ${nextInvoiceNumber(account)}`;
  return [
    db
      .insert(numberFloors)
      .select(above)
      .onConflictDoUpdate({
        target: numberFloors.kind,
        set: { above: sql`excluded.above`, raisedAt: sql`excluded.raised_at` },
      }),
    assertRowsChanged(db),
  ];
};
