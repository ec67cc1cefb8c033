import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { ProgrammeInput } from "~/domain/affiliates/programmeInput";
import { PackageInDollars } from "~/domain/catalogue/packageInput";
import { CouponInput } from "~/domain/coupons/couponInput";
import { CompanyInput } from "~/domain/invoices/companyInput";
import { MAX_CHARGE, parseDollars } from "~/domain/money";
import { minimumErrors, payoutChoice } from "~/domain/payouts/payoutInputs";
import { percentField } from "~/domain/percentField";
import { PackageCount } from "~/domain/pricing/packageCount";
import { RefundForm } from "~/domain/refunds/refundInput";
import { checkoutLink } from "~/features/checkout/checkoutLink";
import { quantityOf } from "~/features/checkout/checkoutValues";
import { writeIn } from "~/format/language";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { numberOf, readNumber } from "~/format/readNumber";
import { parseForm } from "~/ui/form/parseForm";
import { TEST_SEED } from "../support/tier";

afterEach(() => writeIn(null));

const REFUND = "Please enter an amount in dollars, for example 25.00";
const posted = <Schema extends z.ZodType>(schema: Schema, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const submission = parseForm(form, schema);
  return submission.status === "success" ? submission.value : (submission.reply().error ?? {});
};
const refunded = (amount: string) => {
  const { amount: read } = posted(RefundForm, { amount, reason: "Late", requestKey: "12345678" }) as {
    amount: unknown;
  };
  return read;
};

test.each([
  ["25,50", 25_50],
  ["$4,900.00", 4900_00],
  ["25", 25_00],
  ["25.5", 25_50],
  ["1.299,00", 1299_00],
  ["1 299,00", 1299_00],
  ["1\u202f299,00 $", 1299_00],
  ["1'299.50", 1299_50],
  ["1’299.50", 1299_50],
  ["US$ 25.50", 25_50],
  ["25.50 USD", 25_50],
  ["$1,234,567.00", 1234567_00],
  ["1,00,000.00", 100000_00],
  ["２５．５０", 25_50],
  ["٢٥٫٥٠", 25_50],
  [' "25.50" ', 25_50],
  [",50", 50],
  ["1234,5", 1234_50],
  ["0,500", 50],
])("refunds %j as %i cents", (typed, cents) => {
  expect(refunded(typed)).toBe(cents);
});

test.each([
  ["1,234", "“1,234” can mean 1234.00 or 1.23. Write one of them"],
  ["$1.234", "“$1.234” can mean 1234.00 or 1.23. Write one of them"],
  ["12,345", "“12,345” can mean 12345.00 or 12.35. Write one of them"],
  ["abc", REFUND],
  ["25 50", REFUND],
  ["1,2,3", REFUND],
  ["12,34.56", REFUND],
  ["1.234.56", REFUND],
  ["25.505", "“25.505” can mean 25505.00 or 25.50. Write one of them"],
  ["1234.505", REFUND],
  ["-5", REFUND],
  ["1e3", REFUND],
  ["0x10", REFUND],
  ["€25", REFUND],
  ["0", REFUND],
])("refunds nothing for %j and says why", (typed, message) => {
  expect(refunded(typed)).toEqual([message]);
});

const aPackage = (price: string) =>
  posted(PackageInDollars, { serviceId: "s", name: "DA 30+", price }) as { price: unknown };
test.each([
  ["19,99", 19_99],
  ["$1,299.00", 1299_00],
  ["1.299,00", 1299_00],
  ["100", 100_00],
  ["USD 90", 90_00],
])("reads the package price %j as %i cents", (typed, cents) => {
  expect(aPackage(typed).price).toBe(cents);
});
test.each([
  ["", "Charge is required"],
  ["abc", "Enter the price as a number, such as 90.00"],
  ["1,299", "“1,299” can mean 1299.00 or 1.30. Write one of them"],
  ["19,999.999", "Use at most two decimals in the price"],
])("says why the package price %j is none", (typed, message) => {
  expect(aPackage(typed).price).toEqual([message]);
});

test.each([
  ["12,5", 12_50],
  ["12.5", 12_50],
  ["12.5 %", 12_50],
  ["12,25%", 12_25],
  ["100", 100_00],
  ["0", 0],
  ["１２％", 12_00],
  [" 7 ", 7_00],
  [",5", 50],
  ["5.10", 5_10],
])("reads the percent %j as %i hundredths", (typed, hundredths) => {
  expect(percentField.parse(typed)).toBe(hundredths);
});
test.each(["12,345", "101", "-1", "a", "", "1e1", "5$", "1 2"])("refuses the percent %j", (typed) => {
  expect(percentField.safeParse(typed).success).toBe(false);
});

const coupon = { code: "SPRING", type: "PERCENTAGE", serviceIds: "s" };
test.each([
  ["10%", 10],
  ["$10", 10],
  ["10", 10],
  [" 10 ", 10],
  ["10.0", 10],
  ["1,000", 1000],
])("reads the discount %j as %i", (discount, value) => {
  expect(posted(CouponInput, { ...coupon, type: "FIXED", discount })).toMatchObject({ discount: value });
});
test.each(["12,5", "ten", "10%%"])("refuses the discount %j", (discount) => {
  expect(posted(CouponInput, { ...coupon, discount })).toEqual({ discount: ["Discount should be a whole number"] });
});

const programme = { version: "1", holdingDays: "30", defaultPercent: "12,5" };
test.each([
  ["25,50", 25_50],
  ["$50", 50_00],
  ["", 0],
  ["1.000,00", 1000_00],
])("reads the minimum payout %j as %i cents", (minimumPayout, cents) => {
  expect(posted(ProgrammeInput, { ...programme, minimumPayout })).toMatchObject({
    minimumPayout: cents,
    defaultPercent: 12_50,
  });
});
test("a doubtful minimum shows both readings on the form and in a payout's address", () => {
  const doubt = ["“1,234” can mean 1234.00 or 1.23. Write one of them"];
  expect(posted(ProgrammeInput, { ...programme, minimumPayout: "1,234" })).toEqual({ minimumPayout: doubt });
  expect(minimumErrors(new URLSearchParams({ minimum: "1,234" }))).toEqual(doubt);
  expect(minimumErrors(new URLSearchParams({ minimum: "25,50" }))).toBeUndefined();
  const search = new URLSearchParams({ until: "2026-01-31", minimum: "25,50" });
  expect(payoutChoice(search, 0)).toMatchObject({ minimum: 25_50 });
});

test("reads a tax of three decimals", () => {
  const tax = CompanyInput.shape.taxes.unwrap().element.shape.percent;
  expect([tax.parse("7,125"), tax.parse("19 %"), tax.parse("7.125")]).toEqual(["7.125", "19", "7.125"]);
});

test.each([
  ['" 25 "', 25],
  ["1,000", 1000],
  ["1 000", 1000],
  ["1'000", 1000],
  ["25.00", 25],
  ["２５", 25],
  ["٢٥", 25],
  ["25\u200b", 25],
  ["12,000", 12_000],
  ["0012", 12],
  ["", 0],
])("reads the quantity %j as %i", (count, value) => {
  expect(
    posted(z.object({ packageId: z.string(), count: PackageCount.shape.count }), { packageId: "p", count }),
  ).toMatchObject({ count: value });
  expect(quantityOf(count)).toBe(value);
});
test.each(["ten", "2x", "12,5", "1.000", "1e3", "-1"])("refuses the quantity %j with a sentence", (count) => {
  expect(
    posted(z.object({ packageId: z.string(), count: PackageCount.shape.count }), { packageId: "p", count }),
  ).toEqual({ count: ["Quantity must be a whole number"] });
  expect(quantityOf(count)).toBe(0);
});

test("a checkout link takes a quantity from a cell", () => {
  const service = { id: "s", name: "S", paymentTypes: [], packages: [{ id: "p", name: "DA 30", addOns: [] }] };
  expect(checkoutLink(service, { "count.da-30": "1,000" })).toContain("da-30:1000");
});

const languages = [
  null,
  ...[
    [".", ","],
    [" ", ","],
    ["\u202f", ","],
    ["\u00a0", ","],
    ["’", "."],
    [",", "."],
  ].map(([group, decimal]) => ({
    group: group!,
    decimal: decimal!,
    months: [],
    shortMonths: [],
    monthsAlone: [],
    patterns: {},
  })),
];
test("every amount that the product prints can be pasted back", () => {
  const random = { seed: TEST_SEED, numRuns: 2_000 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CHARGE }), fc.constantFrom(...languages), (cents, language) => {
      expect(parseDollars(formatCents(cents, language))).toBe(cents);
      expect(numberOf(formatNumber(cents, null), "whole")).toBe(cents);
    }),
    random,
  );
});

test("any text is a number, a doubt or none", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."0129.,' $%-USDe") }),
      fc.constantFrom("money", "percent", "whole" as const),
      (text, kind) => {
        const reading = readNumber(text, kind as "money");
        if (reading && "value" in reading) expect(Number(reading.value)).not.toBeNaN();
      },
    ),
    { seed: TEST_SEED, numRuns: 5_000 },
  );
});
