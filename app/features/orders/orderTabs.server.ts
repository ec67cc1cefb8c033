import { type Context, readerZone } from "~/domain/context";
import { historyFiles } from "~/domain/orders/historyFiles";
import { orderHistory } from "~/domain/orders/orderHistory";
import { ORDER_LINKS_PAGE, orderPlacements } from "~/domain/placements/orderPlacements";
import { historyView } from "./historyView.server";

const HISTORY_PAGE = 25;

/** One page of the history, and whether there is another. */
export async function historyPage(ctx: Context, id: string, pageText: string | null) {
  const page = /^\d{1,4}$/.test(pageText ?? "") ? Number(pageText) : 0;
  const entries = await orderHistory(ctx, id, { limit: HISTORY_PAGE + 1, offset: page * HISTORY_PAGE });
  const shown = entries.slice(0, HISTORY_PAGE);
  const files = await historyFiles(ctx, shown);
  return {
    entries: shown.map((entry) => historyView(entry, files, readerZone(ctx))),
    page,
    more: entries.length > HISTORY_PAGE,
  };
}

/** One page of the links, from 1 in the address. */
export async function linksPage(ctx: Context, id: string, pageText: string | null) {
  const page = /^[1-9]\d{0,2}$/.test(pageText ?? "") ? Number(pageText) - 1 : 0;
  return { links: await orderPlacements(ctx, id, page), page, pageSize: ORDER_LINKS_PAGE, now: ctx.now };
}
