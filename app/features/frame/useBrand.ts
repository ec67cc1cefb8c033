import { useRouteLoaderData } from "@remix-run/react";
import type { ShownBrand } from "~/domain/settings/shownBrand";
import { useZone } from "./useZone";

/** For an error page whose root loader failed too. */
const unknown: ShownBrand = { name: "", supportEmail: "", socialLinks: [], legalLinks: [] };

/** What pages show of the agency, and the zone of their times, which the footer names. */
export function useBrand(): ShownBrand & { timeZone: string } {
  const root = useRouteLoaderData("root") as { brand?: ShownBrand } | undefined;
  return { ...(root?.brand ?? unknown), timeZone: useZone() };
}
