import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type Context, isStaff } from "~/domain/context";
import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { findPlacements } from "~/domain/placements/findPlacements";
import { placementList } from "~/domain/placements/placementList";
import { cachedFilterOptions } from "~/features/orders/orderFilterOptions.server";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { withStatus } from "~/http/withStatus.server";
import { showsMoreFilters } from "~/list/moreFilters";
import { morePlacementFilters } from "./morePlacementFilters";

/** What a list page of links shows. */
export async function placementListPage(ctx: Context, { request, context }: LoaderFunctionArgs) {
  const staff = isStaff(ctx.actor);
  const query = listQuery(context.portal, placementList);
  const more = showsMoreFilters(new URL(request.url).searchParams, morePlacementFilters);
  const none: OrderFilterOptions = { services: [], assignees: [], tags: [] };
  const [page, options] = await Promise.all([
    nullOnFault(findPlacements(ctx, query)),
    !more ? null : staff ? nullOnFault(cachedFilterOptions(ctx)).then((read) => read ?? none) : none,
  ]);
  // The text of a brief is not in the table.
  const shown = page && { ...page, content: page.content.map((row) => ({ ...row, brief: "" })) };
  return withStatus({ query, page: shown, staff, options, now: ctx.now }, page ? 200 : 500);
}
