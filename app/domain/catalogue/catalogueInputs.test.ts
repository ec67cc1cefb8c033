import { expect, test } from "vitest";
import type { z } from "zod";
import { CustomerInterfaceInput } from "./customerInterfaceInput";
import { IntakeFormInput } from "./intakeFormInput";
import { newAddOn, newDiscount, newPackage, PackageInput } from "./packageInput";
import { newService, ServiceInput } from "./serviceInput";

const complaints = (schema: z.ZodType, value: unknown) =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]),
  );

const service = { name: "Guest posts", paymentTypes: ["DIRECT"] };
// Fixed texts (rules.md texts/fixed).
test.each([
  [{ name: " " }, { name: "Service name is required" }],
  [{ name: undefined }, { name: "Service name is required" }],
  [{ paymentTypes: [] }, { paymentTypes: "Please select applicable payment types" }],
  [{ paymentTypes: undefined }, { paymentTypes: "Please select applicable payment types" }],
  [{ serviceType: "" }, { serviceType: "Service type is required" }],
  [{ paymentTypes: ["SUBSCRIPTION"] }, { orderDuration: "Duration is required", frequency: "Frequency is required" }],
  [
    { paymentTypes: ["SUBSCRIPTION"], frequency: "DAY", orderDuration: 0 },
    { orderDuration: "Duration should be minimum 1" },
  ],
  [
    { paymentTypes: ["SUBSCRIPTION"], frequency: "DAY", orderDuration: 1.5 },
    { orderDuration: "Duration should be minimum 1" },
  ],
  [
    { paymentTypes: ["SUBSCRIPTION"], frequency: "DAY", orderDuration: { toString: 1 } },
    { orderDuration: "Duration should be minimum 1" },
  ],
  [{ paymentTypes: ["SUBSCRIPTION"], frequency: "", orderDuration: 1 }, { frequency: "Frequency is required" }],
  [{ subStatuses: [{ name: "Draft" }, { name: "" }] }, { "subStatuses.1.name": "Status is required" }],
  [
    { paymentTypes: ["SUBSCRIPTION"], frequency: "DAY", orderDuration: 1001 },
    { orderDuration: "Duration should be maximum 1000" },
  ],
  [{ paymentTypes: ["DIRECT"] }, {}],
  // The form hides the duration of a service that does not recur, so it is not validated.
  [{ paymentTypes: ["DIRECT"], orderDuration: 0 }, {}],
  [{ paymentTypes: ["DIRECT"], orderDuration: 0.5 }, {}],
  [{ paymentTypes: ["DIRECT"], orderDuration: 1001 }, {}],
  [{ paymentTypes: ["DIRECT", "SUBSCRIPTION"], frequency: "MONTH", orderDuration: 1 }, {}],
])("validates the service %j with %j", (change, messages) => {
  expect(complaints(ServiceInput, { ...service, ...change })).toEqual(messages);
});

test("reports all errors of a service together", () => {
  expect(complaints(ServiceInput, { name: "", paymentTypes: ["SUBSCRIPTION"], subStatuses: [{ name: "" }] })).toEqual({
    name: "Service name is required",
    orderDuration: "Duration is required",
    frequency: "Frequency is required",
    "subStatuses.0.name": "Status is required",
  });
});

const onePackage = { serviceId: "s", name: "DA 30+", price: 120_00 };
test.each([
  [{ name: "" }, { name: "Domain authority name is required" }],
  [{ price: undefined }, { price: "Charge is required" }],
  [{ price: 99 }, { price: "Charge is required" }],
  [{ price: 1_00 }, {}],
  [{ price: 120_50 }, {}],
  [{ addOns: [{ value: "", price: 0 }] }, { "addOns.0.value": "Name is required" }],
  [{ addOns: [{ value: "500 Words" }] }, {}],
  [{ addOns: [{ value: "500 Words", price: 50 }] }, { "addOns.0.price": "Enter the price as a number, such as 90.00" }],
  [
    {
      addOns: [
        { value: "a", defaultOption: true },
        { value: "b", defaultOption: true },
      ],
    },
    { "addOns.1.defaultOption": "Only one add-on can be the default" },
  ],
  [{ addOns: [{ value: "a" }, { value: "a" }] }, { "addOns.1.value": "Use a different name for each one" }],
  [{ discounts: [{ percent: 10 }] }, { "discounts.0.count": "Quantity is required" }],
  [{ discounts: [{ count: 0, percent: 10 }] }, { "discounts.0.count": "Minimum quantity should be 1" }],
  [{ discounts: [{ count: 1 }] }, { "discounts.0.percent": "Discount is required" }],
  [{ discounts: [{ count: 1, percent: 0 }] }, { "discounts.0.percent": "Discount should be between 1 and 100" }],
  [{ discounts: [{ count: 1, percent: 101 }] }, { "discounts.0.percent": "Discount should be between 1 and 100" }],
  [{ discounts: [{ count: 1, percent: 12.5 }] }, { "discounts.0.percent": "Discount should be a whole number" }],
  [
    {
      discounts: [
        { count: 1, percent: 1 },
        { count: 1, percent: 100 },
      ],
    },
    { "discounts.1.count": "Use a different quantity for each one" },
  ],
])("validates the package %j with %j", (change, messages) => {
  expect(complaints(PackageInput, { ...onePackage, ...change })).toEqual(messages);
});

const report = { title: "Report", imageKey: "k", reportUrl: "https://example.com/report" };
test.each([
  [{ sampleReports: [{ ...report, title: "" }] }, { "sampleReports.0.title": "Title is required" }],
  [{ sampleReports: [{ ...report, imageKey: "" }] }, { "sampleReports.0.imageKey": "Image is required" }],
  [{ sampleReports: [{ ...report, imageKey: undefined }] }, { "sampleReports.0.imageKey": "Image is required" }],
  [{ sampleReports: [{ ...report, reportUrl: "" }] }, { "sampleReports.0.reportUrl": "URL is required" }],
  [
    { sampleReports: [{ ...report, reportUrl: "http://10.0.0.1" }] },
    { "sampleReports.0.reportUrl": "URL is not valid" },
  ],
  [{ sampleReports: Array(5).fill(report) }, {}],
  [{ sampleReports: Array(6).fill(report) }, { sampleReports: "At most 5 sample reports" }],
  [{ faqs: [{ question: "", answer: "a" }] }, { "faqs.0.question": "Question is required" }],
  [{ faqs: [{ question: "q", answer: " " }] }, { "faqs.0.answer": "Answer is required" }],
  [{ faqs: Array(60).fill({ question: "q", answer: "a" }) }, {}],
])("validates customer interface %# with its fixed messages", (change, messages) => {
  expect(complaints(CustomerInterfaceInput, { serviceId: "s", ...change })).toEqual(messages);
});

test.each([
  [[], { items: "At least one field is required" }],
  [[{ name: "", itemType: "TEXT" }], { "items.0.name": "Name is required" }],
  [[{ name: "Field", itemType: "DATE" }], { "items.0.itemType": "Field type is required" }],
  [[{ name: "Field", itemType: "NUMBER" }], {}],
])("validates the intake form %j with %j", (items, messages) => {
  expect(complaints(IntakeFormInput, { serviceId: "s", items })).toEqual(messages);
});

test("accepts new rows with their default values", () => {
  expect(ServiceInput.parse({ ...newService, name: "x" })).toMatchObject({
    serviceType: "REGULAR",
    paymentTypes: ["SUBSCRIPTION"],
    orderDuration: 1,
    frequency: "MONTH",
    visible: true,
  });
  expect(
    PackageInput.parse({ ...newPackage, serviceId: "s", name: "x", addOns: [newAddOn], discounts: [newDiscount] }),
  ).toMatchObject({
    price: 100,
    addOns: [{ value: "500 Words", price: 0, defaultOption: false }],
    discounts: [{ count: 10, percent: 1 }],
  });
});
