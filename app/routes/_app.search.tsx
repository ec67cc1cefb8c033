import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { isStaff } from "~/domain/context";
import { search } from "~/domain/search/search";
import { SearchInput } from "~/domain/search/searchInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { SearchView } from "~/features/search/SearchView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";

export const meta = pageTitle("Search");

/** The page of a search, which the search dialog reads too. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "search");
  const asked = SearchInput.safeParse({ q: new URL(args.request.url).searchParams.get("q") ?? "" });
  const staff = isStaff(ctx.actor);
  if (!asked.success) return withStatus({ q: "", staff, groups: [], tooLong: true }, 400);
  const groups = await nullOnFault(search(ctx, asked.data));
  return withStatus({ q: asked.data.q, staff, groups, tooLong: false }, groups ? 200 : 500);
}

export default function Search() {
  return <SearchView {...useLoaderData<typeof loader>()} />;
}
