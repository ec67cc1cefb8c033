import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { openDb } from "~db/client.server";
import { type SentStatement, wrapD1 } from "~db/wrapD1";
import { bulkUser } from "../../tests/support/manyOrders";
import { actingAs, testContext } from "../../tests/support/testContext";

export type Statement = SentStatement;

/** Recorded statements are answered here and never sent. */
export const NO_DATABASE = {} as D1Database;
export const answerOf = (results: Record<string, unknown>[]) => ({ results, success: true, meta: {} }) as never;

/**
 * The statements of staff's order list, rows first, recorded from the operation itself so that the baseline keeps the
 * same SQL.
 */
export async function listStatements(query: OrderQuery): Promise<Statement[]> {
  const sent: Statement[] = [];
  const recording = wrapD1(NO_DATABASE, {
    onBatch: async (statements) => {
      sent.push(...statements);
      return statements.map(() => answerOf([]));
    },
  });
  const staff = actingAs({
    id: bulkUser(1),
    email: "user1@example.com",
    firstName: "Name1",
    lastName: "Example",
    role: "ADMIN",
    privileges: "Manager",
    affiliate: false,
    affiliateCode: null,
  });
  await findOrders(testContext(openDb(recording), staff), query);
  return sent;
}
