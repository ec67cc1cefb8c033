import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Permission } from "~/domain/access";
import type { Context } from "~/domain/context";
import type { ListDefinition, ListQuery } from "~/list/defineList";
import { listQuery } from "./listQuery.server";
import { nullOnFault } from "./nullOnFault.server";
import { pageContext } from "./pageContext.server";
import { withStatus } from "./withStatus.server";

/**
 * The loader of a list page: the query of its address and the page of rows. When the rows cannot be read, `page` is
 * null and the status is 500, so the frame and the filters still show. `extra` adds what else the page needs.
 */
export const listLoader =
  <Key extends string, Sort extends string, Page, Extra extends object = object>(
    list: ListDefinition<Key, Sort>,
    permission: Permission,
    find: (ctx: Context, query: ListQuery<Key, Sort>) => Promise<Page>,
    extra: (ctx: Context) => Extra = () => ({}) as Extra,
  ) =>
  async (args: LoaderFunctionArgs) => {
    const ctx = await pageContext(args, permission);
    const query = listQuery(args.context.portal, list);
    const page = await nullOnFault(find(ctx, query));
    return withStatus({ query, page, ...extra(ctx) }, page ? 200 : 500);
  };
