import { expect, test } from "vitest";
import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { checkoutLink, linkErrors, WHOLE_COUNT } from "~/features/checkout/checkoutLink";
import { ignoredText, linkedChoices, proposedQuantity } from "~/features/checkout/linkedChoices";

const addOns = [{ value: "1000 Words", price: 40_00, defaultOption: false }];
const packages = [
  { id: "P20", name: "DA 20+", addOns },
  { id: "P30", name: "DA 30+", addOns },
  { id: "P50", name: "DA 50+", addOns: [] },
] as unknown as CheckoutService["packages"];
const chosenBy = (search: string, paymentTypes: CheckoutService["paymentTypes"] = ["SUBSCRIPTION", "DIRECT"]) =>
  linkedChoices({ packages, paymentTypes }, new URLSearchParams(search));
const counts = (...values: string[]) =>
  Object.fromEntries(values.map((value, index) => [`packageCounts[${index}].count`, value]));

test.each([
  ["packages=da-30:5,da-50:2", counts("0", "5", "2")],
  ["packages=P50:3", counts("0", "0", "3")],
  ["packages=DA-30", counts("0", "1", "0")],
  ["packages= da-20 : 4 ,", counts("4", "0", "0")],
  ["type=one-time", { paymentType: "DIRECT" }],
  ["type=recurring", { paymentType: "SUBSCRIPTION" }],
  ["addOn=1000-words&packages=da-30:2", { ...counts("0", "2", "0"), "packageCounts[1].addOn": "1000 Words" }],
  ["addOn=1000 Words", { "packageCounts[0].addOn": "1000 Words", "packageCounts[1].addOn": "1000 Words" }],
  ["utm_source=mail", {}],
])("chooses by %s", (search, values) => {
  expect(chosenBy(search)).toEqual({ values, ignored: [] });
});

test.each([
  ["packages=da-99:5", "package “da-99”"],
  ["packages=da-30:0", "quantity “0”"],
  ["packages=da-30:-1", "quantity “-1”"],
  ["packages=da-30:100001", "quantity “100001”"],
  ["packages=da-30:1e3", "quantity “1e3”"],
  ["addOn=gold", "add-on “gold”"],
  ["addOn=1000-words&packages=da-50", "add-on “1000-words”"],
  ["type=weekly", "payment type “weekly”"],
  ["type=constructor", "payment type “constructor”"],
])("ignores what a service does not have: %s", (search, ignored) => {
  const read = chosenBy(search);
  expect(read.ignored).toEqual([ignored]);
  expect(ignoredText(read.ignored)).toContain(ignored);
});

test("ignores a payment type that the service does not offer", () => {
  expect(chosenBy("type=one-time", ["SUBSCRIPTION"])).toEqual({ values: {}, ignored: ["payment type “one-time”"] });
});

test("takes the known packages of a link with an unknown one", () => {
  expect(chosenBy("packages=da-30:2,x:1")).toEqual({ values: counts("0", "2", "0"), ignored: ["package “x”"] });
});

test("ignores the numbered slug of a name that only one package has", () => {
  const { values, ignored } = chosenBy("packages=da-30-2:3,da-20:1");
  expect([values, ignored]).toEqual([counts("1", "0", "0"), ["package “da-30-2”"]]);
  const twins = [...packages, { id: "P31", name: "DA 30+", addOns: [] }] as unknown as CheckoutService["packages"];
  const both = linkedChoices(
    { packages: twins, paymentTypes: ["DIRECT"] },
    new URLSearchParams("packages=da-30:2,da-30-2:3"),
  );
  expect(both).toEqual({ values: counts("0", "2", "0", "3"), ignored: [] });
});

test("names a package of an earlier order that is no longer sold", () => {
  const earlier = [{ packageId: "P10", packageName: "DA 10+" }];
  const search = new URLSearchParams("packages=P10:1,P20:2");
  expect(linkedChoices({ packages, paymentTypes: ["DIRECT"] }, search, earlier)).toEqual({
    values: counts("2", "0", "0"),
    ignored: ["package “DA 10+”"],
  });
});

test.each([
  [{}, "/services/U0VSVklDRQ/checkout"],
  [{ "count.da-30": "5", "count.da-50": " 2 ", "count.da-20": "0" }, "?packages=da-30:5,da-50:2"],
  [{ "count.da-30": "1e3", "count.da-50": "-1", "count.x": "2", type: "weekly", addOn: "gold" }, "/checkout"],
  [
    {
      "count.da-20": "1",
      addOn: "1000 Words",
      type: "one-time",
      coupon: " SPRING ",
      utm_campaign: "a b&c",
      ref: "ADA",
    },
    "?packages=da-20:1&addOn=1000-words&type=one-time&coupon=SPRING&utm_campaign=a+b%26c&ref=ADA",
  ],
])("builds the link of %j", (values, end) => {
  const service = { id: "SERVICE", name: "Links", packages, paymentTypes: ["DIRECT" as const] };
  const link = checkoutLink(service, values as Record<string, string>);
  expect(link.endsWith(end)).toBe(true);
  expect(chosenBy(link.split("?")[1] ?? "").ignored).toEqual([]);
});

test("refuses a count that is no whole number at its field", () => {
  expect(linkErrors({ "count.da-30": "two", "count.da-50": "", "count.da-20": "3", coupon: "x" })).toEqual({
    "count.da-30": [WHOLE_COUNT],
  });
});

test("proposes one of a single package", () => {
  expect(proposedQuantity({ packages: packages.slice(0, 1) })).toEqual(counts("1"));
  expect(proposedQuantity({ packages })).toEqual({});
  expect(ignoredText([])).toBeNull();
});
