import { exportOrders } from "~/domain/orders/findOrders";
import { openDb } from "~db/client.server";
import { EXPORT_PAGE } from "~db/exportList.server";
import { wrapD1 } from "~db/wrapD1";
import { bulkUser } from "../../tests/support/manyOrders";
import { actingAs, testContext } from "../../tests/support/testContext";
import { answerOf, NO_DATABASE, type Statement } from "./listStatements";

/** Placeholder for the last row of a page in the values of the next page's statement. */
const LAST = { id: "LAST", createdAt: 123_456_789 };

export interface ExportStatements {
  first: Statement;
  /** The page after a row; `id` and `createdAt` are the positions of that row's values. */
  next: Statement & { id: number[]; createdAt: number[] };
  pageSize: number;
}

/** The statements of an export of every order, recorded from the operation itself. */
export async function exportStatements(): Promise<ExportStatements> {
  const sent: Statement[] = [];
  const page = Array.from({ length: EXPORT_PAGE }, () => ({ listed: LAST.id, sorted: LAST.createdAt }));
  const pages = [page, []];
  let counted = false;
  const recording = wrapD1(NO_DATABASE, {
    onBatch: async ([statement]) => {
      // The count comes first.
      if (counted) return [answerOf(pages[sent.push(statement!) - 1]!)];
      counted = true;
      return [answerOf([{ total: 1_000_000 }])];
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
  const { pages: exported } = await exportOrders(testContext(openDb(recording), staff), {
    page: 0,
    pageSize: 10,
    filters: [],
    sort: { by: "createdTime", direction: "desc" },
  });
  for await (const _ of exported);
  const [first, next] = sent;
  const places = (value: unknown) => next!.values.flatMap((one, index) => (one === value ? [index] : []));
  return {
    first: first!,
    next: { ...next!, id: places(LAST.id), createdAt: places(LAST.createdAt) },
    pageSize: EXPORT_PAGE,
  };
}
