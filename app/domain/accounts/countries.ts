import names from "countries-list/minimal/countries.en.min.json";
import { formatAddress } from "localized-address-format";

/** Most clients choose it, so it is the first of the list. */
const FIRST = "United States";

/**
 * The country names for the pickers, in alphabetical order after the first (GET /user/countries). Kept on the server:
 * pages receive the list as data.
 */
export const countryNames: readonly string[] = [
  FIRST,
  ...Object.values(names)
    .filter((name) => name !== FIRST)
    .sort((a, b) => a.localeCompare(b, "en")),
];

/** The name of an ISO 3166 code; '' for an unknown one. */
export const countryOfCode = (code: string | null): string =>
  code ? ((names as Record<string, string>)[code] ?? "") : "";

/** What stands below the lines of an address: c for the city, s for the state, z for the postal code. */
const marks = ["c", "s", "z"];

/** In a country's order. City and postal code always, because the specification requires them. */
function addressOrder(postalCountry: string): string {
  // Digits mark the parts, because formats hold letters of their own.
  const address = { postalCountry, addressLines: [], locality: "0", administrativeArea: "1", postalCode: "2" };
  const used = formatAddress(address, "latin")
    .join(" ")
    .replace(/[^012]/g, "");
  return [...new Set([...used, "0", "2"])].map((digit) => marks[Number(digit)]).join("");
}

const orders = new Map(Object.entries(names).map(([code, name]) => [name, addressOrder(code)]));

/** The order of an address in each country of `countryNames`: "csz" or "zc" (rules.md checkout/billing-address). */
export const addressOrders: readonly string[] = countryNames.map((name) => orders.get(name)!);

const byText = new Map(
  Object.entries(names).flatMap(([code, name]) => [code, name].map((text) => [text.toLowerCase(), name])),
);
/** The country of a name or an ISO code, in any letter case; null for an unknown one. */
export const countryOfName = (text: string): string | null => byText.get(text.trim().toLowerCase()) ?? null;

const codes = new Map(Object.entries(names).map(([code, name]) => [name, code]));
/** The ISO 3166 code of a name of `countryNames`. */
export const codeOfCountry = (name: string): string => codes.get(name)!;
