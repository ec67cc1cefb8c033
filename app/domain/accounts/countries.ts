import names from "countries-list/minimal/countries.en.min.json";

/**
 * The country names for the pickers, in alphabetical order (GET /user/countries). Kept on the server: pages receive
 * the list as data.
 */
export const countryNames: readonly string[] = Object.values(names).sort((a, b) => a.localeCompare(b, "en"));
