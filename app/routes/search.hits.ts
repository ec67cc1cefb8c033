import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { search } from "~/domain/search/search";
import { SearchInput } from "~/domain/search/searchInput";
import { pageContext } from "~/http/pageContext.server";

/** Serves the search dialog. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "search");
  const asked = SearchInput.safeParse({ q: new URL(args.request.url).searchParams.get("q") ?? "" });
  return asked.success ? await search(ctx, asked.data) : [];
}
