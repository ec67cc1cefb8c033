import type { MetaArgs } from "@remix-run/react";
import { createContext, useContext } from "react";
import { inUtc, type Zones } from "~/format/zones";

/**
 * The zones of a page's times, from the root loader: the same on the server and in the browser (rules.md pages/dates).
 */
export const ZonesContext = createContext(inUtc);

export const useZones = (): Zones => useContext(ZonesContext);
export const useZone = (): string => useZones().zone;
export const useAgencyZone = (): string => useZones().agencyZone;

/** The reader's zone for a page's `meta`. */
export const zoneOfPage = (matches: MetaArgs["matches"]): string => {
  const root = matches.find((match) => match?.id === "root")?.data as { zones?: Zones } | undefined;
  return (root?.zones ?? inUtc).zone;
};
