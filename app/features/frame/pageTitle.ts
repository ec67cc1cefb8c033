import type { SerializeFrom } from "@remix-run/cloudflare";
import type { MetaArgs, MetaFunction } from "@remix-run/react";
import type { ShownBrand } from "~/domain/settings/shownBrand";

type Matches = MetaArgs["matches"];

/**
 * The `meta` of a page: 'Orders | Agency'. A function makes the title from the page's data; an error page, which has
 * none, gets the agency's name alone.
 */
export const pageTitle =
  <Loader = unknown>(
    title: string | ((data: SerializeFrom<Loader>) => string | null | undefined),
  ): MetaFunction<Loader> =>
  ({ data, matches }) => {
    const text = typeof title === "string" ? title : data ? title(data as SerializeFrom<Loader>) : null;
    return [{ title: titleWithBrand(matches, text) }];
  };

/** A page's title in the browser's tab. Null, as on an error page, gives the agency's name alone. */
export function titleWithBrand(matches: Matches, title: string | null | undefined): string {
  const root = matches.find((match) => match?.id === "root")?.data as { brand?: ShownBrand } | undefined;
  return [title, root?.brand?.name].filter(Boolean).join(" | ");
}
