import { zonesOf } from "~/domain/context";
import type { ListDefinition, ListQuery } from "~/list/defineList";
import { listFromUrl } from "~/list/listFromUrl";
import { type PortalRequest, portalCookie, setPortalCookie } from "./portalRequest.server";

const YEAR_SECONDS = 365 * 86_400;

/**
 * The query of a list page's address. A page size that a person chooses is remembered for that list, in this browser:
 * the address without one then has that size (rules.md lists/page-size).
 */
export function listQuery<Key extends string, Sort extends string>(
  portal: PortalRequest,
  list: ListDefinition<Key, Sort>,
): ListQuery<Key, Sort> {
  const { url } = portal.request;
  const sizes = new URLSearchParams(portalCookie(portal, "sizes") ?? "");
  const remembered = Number(sizes.get(list.name) ?? list.defaultPageSize);
  const query = listFromUrl(
    list,
    url,
    zonesOf(portal.ctx),
    list.pageSizes.includes(remembered) ? remembered : undefined,
  );
  if (new URL(url).searchParams.has("size") && query.pageSize !== remembered) {
    sizes.set(list.name, String(query.pageSize));
    setPortalCookie(portal, "sizes", String(sizes), YEAR_SECONDS);
  }
  return query;
}
