import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { openDb } from "~db/client.server";
import { bulkUser } from "../../tests/support/manyOrders";
import { actingAs, testContext } from "../../tests/support/testContext";

export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * The statements of staff's order list, rows first, recorded from the operation itself so that the baseline keeps the
 * same SQL.
 */
export async function listStatements(query: OrderQuery): Promise<Statement[]> {
  const sent: Statement[] = [];
  const answer = { results: [], success: true, meta: {} };
  const prepared = (statement: Statement) => ({
    statement,
    bind: (...values: unknown[]) => prepared({ ...statement, values }),
  });
  const recording = {
    prepare: (sql: string) => prepared({ sql, values: [] }),
    batch: async (statements: ReturnType<typeof prepared>[]) => {
      sent.push(...statements.map(({ statement }) => statement));
      return statements.map(() => answer);
    },
  } as unknown as D1Database;
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
