import names from "countries-list/minimal/countries.en.min.json";

/** Names of the country pickers, in alphabetical order (GET /user/countries). On the server only: pages are sent the list. */
export const countryNames: readonly string[] = Object.values(names).sort((a, b) => a.localeCompare(b, "en"));
