import names from "countries-list/minimal/countries.en.min.json";

/**
 * The country names for the pickers, in alphabetical order (GET /user/countries). Kept on the server: pages receive
 * the list as data.
 */
export const countryNames: readonly string[] = Object.values(names).sort((a, b) => a.localeCompare(b, "en"));

/** The name of an ISO 3166 code; '' for an unknown one. */
export const countryOfCode = (code: string | null): string =>
  code ? ((names as Record<string, string>)[code] ?? "") : "";
