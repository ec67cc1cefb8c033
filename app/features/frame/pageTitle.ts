import type { MetaArgs, MetaFunction } from "@remix-run/react";
import type { ShownBrand } from "~/domain/settings/shownBrand";

type Matches = MetaArgs["matches"];

/** The `meta` of a page with a fixed title: 'Orders | Agency'. */
export const pageTitle =
  (title: string): MetaFunction =>
  ({ matches }) => [{ title: titleWithBrand(matches, title) }];

/** A page's title in the browser's tab. Null, as on an error page, gives the agency's name alone. */
export function titleWithBrand(matches: Matches, title: string | null | undefined): string {
  const root = matches.find((match) => match?.id === "root")?.data as { brand?: ShownBrand } | undefined;
  return [title, root?.brand?.name].filter(Boolean).join(" | ");
}
