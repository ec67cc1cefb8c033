import { sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { numberFloors } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { saveSettings, settingsPage } from "../settings/saveSettings";
import { nextOrderNumber } from "./orderNumber";
import type { OrderSettingsInput } from "./orderSettingsInput";

/** The page Orders as stored, with the number that the next order gets. */
export async function orderSettings(ctx: Context) {
  const [page, row] = await Promise.all([settingsPage(ctx, "orders"), readNext(ctx)]);
  return { ...page, next: row };
}

const readNext = async ({ db }: Context) =>
  (await db.get<{ next: number }>(sql`select ${nextOrderNumber} as next`)).next;

/**
 * Saves working days, holidays, the silent approval of new packages and the number of the next order, which never goes
 * back (rules.md settings/order-numbers). Due dates that are set stay. Throws Invalid for a lower number, Conflict for
 * a stale version.
 */
export async function saveOrderSettings(
  ctx: Context,
  { nextOrderNumber: start, ...input }: OrderSettingsInput,
): Promise<void> {
  authorize(ctx, "settings.manage");
  if (start === undefined) return await saveSettings(ctx, "orders", input);
  const { version, next } = await orderSettings(ctx);
  // A stale form is refused as stale first: its number may have been free when it was drawn.
  if (start < next && version === input.version)
    throw new Invalid(`Numbers up to ${next - 1} are given. Enter ${next} or higher.`, "nextOrderNumber");
  await saveSettings(ctx, "orders", { ...input, orderNumberStart: start }, raiseTo(ctx, start));
}

/** Changes nothing, and so fails, when a number from `start` on was given in the meantime. */
const raiseTo = ({ db, now }: Context, start: number): BatchStatement[] => [
  db
    .insert(numberFloors)
    .select(
      sql`select 'order' as kind, ${start - 1} as above, ${now} as raised_at where ${nextOrderNumber} <= ${start}`,
    )
    .onConflictDoUpdate({
      target: numberFloors.kind,
      set: { above: sql`excluded.above`, raisedAt: now },
    }),
  assertRowsChanged(db),
];
