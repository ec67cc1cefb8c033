import { and, type SQL, sql } from "drizzle-orm";
import type { Zones } from "~/format/zones";
import { listFromUrl } from "~/list/listFromUrl";
import { rawSelect } from "~db/client.server";
import type { Context } from "../context";
import { storedTotal } from "./findOrders";
import { orderList } from "./orderList";
import { answeredByIndex, orderWhere } from "./orderListRows";

/** More are shown as '99+'. */
const COUNTED = 100;
/** Rows that are read for all views together, of which those without a stored total have equal shares. */
const ROWS = 100;
/** Views that are counted; later ones have no number. */
const VIEWS = 8;

/**
 * Counts how many orders saved views hold, by the query of their address: '12' or '99+', or '24+' where many share the
 * rows. Only views whose total is stored or whose filters an index answers; null without any. The caller must
 * authorize.
 */
export function viewCounts(ctx: Context, searches: readonly string[], zones: Zones) {
  const counted = searches.flatMap((search) => {
    const { filters } = listFromUrl(orderList, `https://list/orders?${search}`, zones);
    if (filters.length === 0) return [];
    const stored = storedTotal(ctx.actor, filters);
    const cheap = answeredByIndex(filters) && !filters.some(({ key }) => key === "createdTime");
    return stored || cheap ? [{ search, stored, where: and(...filters.map(orderWhere)) }] : [];
  });
  const shown = counted.slice(0, VIEWS);
  if (shown.length === 0) return null;
  const share = Math.floor(ROWS / Math.max(1, shown.filter(({ stored }) => !stored).length));
  const mostOf = ({ stored }: { stored: SQL | null }) => (stored ? COUNTED : share);
  const count = ({ stored, where }: { stored: SQL | null; where: SQL | undefined }, index: number) =>
    sql`${stored ?? sql`(select count(*) from (select 1 from orders where ${where} limit ${sql.raw(String(share))}))`} as ${sql.raw(`view${index}`)}`;
  return {
    select: rawSelect<Record<string, number>>(sql`select ${sql.join(shown.map(count), sql`, `)}`),
    toCounts: ([row]: Record<string, number>[]) =>
      Object.fromEntries(
        shown.map((view, index) => {
          const orders = row?.[`view${index}`] ?? 0;
          const most = mostOf(view);
          return [view.search, orders < most ? String(orders) : `${most - 1}+`];
        }),
      ),
  };
}
