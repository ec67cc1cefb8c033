import { sql } from "drizzle-orm";
import { readBalance } from "~/domain/books/readBalance";
import { readBooks } from "~/domain/books/readBooks";
import type { Context } from "~/domain/context";
import { paymentAccounts } from "~/domain/ports/payments";

/**
 * What the checks of the books find in a test's database, as 'check record: expected, found'. Orders that a factory
 * inserted have no history, invoice or payment, so they are left out. With `provider` its balance is read first.
 */
export async function booksOf(ctx: Context, { provider = true } = {}): Promise<string[]> {
  if (provider) for (const account of paymentAccounts) await readBalance(ctx, account, { force: true });
  const made = await ctx.db.all<{ id: string }>(
    sql`select id from orders where not exists (select 1 from history h where h.entity = 'order' and h.entity_id = orders.id and h.action in ('created', 'Migrated', 'Recovered from payment'))`,
  );
  const fixtures = new Set(made.map(({ id }) => id));
  return (await readBooks(ctx)).flatMap(({ id, differences }) =>
    differences
      .filter(({ record }) => !fixtures.has(record))
      .map(({ record, expected, actual }) => `${id} ${record}: ${expected}, ${actual}`),
  );
}
