import { expect, test } from "vitest";
import { addressOrders, countryNames, countryOfCode } from "./countries";

test.each([
  ["US", "United States"],
  ["CH", "Switzerland"],
  ["XX", ""],
  ["T1", ""],
  [null, ""],
])("a visitor from %s starts with the country %j", (code, name) => {
  expect(countryOfCode(code)).toBe(name);
  if (name) expect(countryNames).toContain(name);
});

test.each([
  ["United States", "csz"],
  ["Germany", "zc"],
  ["United Kingdom", "cz"],
  ["Japan", "szc"],
  // The specification requires a postal code everywhere.
  ["United Arab Emirates", "scz"],
  ["Guernsey", "cz"],
])("an address in %s has the order %s", (name, order) => {
  expect(addressOrders[countryNames.indexOf(name)]).toBe(order);
});

test("every country has a city and a postal code, each once", () => {
  expect(addressOrders).toHaveLength(countryNames.length);
  for (const order of addressOrders) expect(["csz", "scz", "zcs", "zsc", "szc", "cz", "zc", "czs"]).toContain(order);
});
