import { describe, expect, it } from "vitest";
import { type OrderRecord, readPaymentMetadata, toPaymentMetadata, toRenewalMetadata } from "./orderMetadata";

const line = (index: number, name: string): OrderRecord["lines"][number] => ({
  packageId: `01JDPACKAGE${String(index).padStart(15, "0")}`,
  packageName: name,
  addOn: index % 2 ? "1,500 words" : null,
  quantity: index + 1,
  unitPrice: 125_00,
  tierPercent: 10,
  lineTotal: (index + 1) * 112_50,
});

const anOrder = (lines: OrderRecord["lines"]): OrderRecord => ({
  id: "01JDORDER00000000000000001",
  number: 10_412,
  clientId: "01JDCLIENT0000000000000001",
  serviceId: "01JDSERVICE000000000000001",
  serviceName: "Guest posts",
  paymentType: "SUBSCRIPTION",
  orderDuration: 1,
  frequency: "MONTH",
  subtotal: 500_00,
  tieredTotal: 450_00,
  total: 405_00,
  couponId: "01JDCOUPON0000000000000001",
  couponCode: "SAVE10",
  affiliateId: "01JDAFFILIATE0000000000001",
  affiliateSource: "signUp",
  source: { utmSource: "newsletter" },
  placedAt: 1_795_000_000_000,
  lines,
});
const lines = (count: number, name: string) => Array.from({ length: count }, (_, index) => line(index, name));

/** The provider's metadata limits. */
function expectWithinLimits(metadata: Record<string, string>) {
  expect(Object.keys(metadata).length).toBeLessThanOrEqual(50);
  for (const [key, value] of Object.entries(metadata)) {
    expect(key.length).toBeLessThanOrEqual(40);
    expect([...value].length).toBeLessThanOrEqual(500);
    expect(value).toBe(value.trim());
  }
}

describe("metadata of an order's payment", () => {
  it.each([
    ["one line", lines(1, "DA 30+")],
    ["40 lines with names of 200 characters", lines(40, "Guest post on a site of authority ".repeat(6).slice(0, 200))],
    ["names beyond the basic plane and with quotes", lines(12, `"${"🚀".repeat(80)}" \\ é`)],
  ])("rebuilds %s", (_, all) => {
    const order = anOrder(all);
    const metadata = toPaymentMetadata(order);
    expectWithinLimits(metadata);
    expect(readPaymentMetadata(metadata)).toEqual({ kind: "order", order });
  });

  it("names order, number and client in plain keys", () => {
    expect(toPaymentMetadata(anOrder(lines(1, "DA 30+")))).toMatchObject({
      order_id: "01JDORDER00000000000000001",
      order_number: "10412",
      client_id: "01JDCLIENT0000000000000001",
    });
  });

  it("marks an order that does not fit as incomplete", () => {
    const metadata = toPaymentMetadata(anOrder(lines(100, "x".repeat(200))));
    expectWithinLimits(metadata);
    expect(metadata.order_incomplete).toBe("true");
    expect(readPaymentMetadata(metadata)).toEqual({
      kind: "incomplete",
      orderId: "01JDORDER00000000000000001",
      orderNumber: 10_412,
      clientId: "01JDCLIENT0000000000000001",
    });
  });

  it.each([
    ["only its id", { order_id: "01JD" }],
    ["a part missing", { ...toPaymentMetadata(anOrder(lines(9, "DA 30+"))), order_2: "" }],
  ])("reads an order with %s as incomplete", (_, metadata) => {
    expect(readPaymentMetadata(metadata as Record<string, string>)).toMatchObject({ kind: "incomplete" });
  });

  it("reads a payment without an order as foreign", () => {
    expect(readPaymentMetadata({})).toEqual({ kind: "foreign" });
  });
});

describe("metadata of a renewal's payment", () => {
  it("names subscription, cycle, client and first order", () => {
    const renewal = { subscriptionId: "01JDSUB", cycle: 3, clientId: "01JDCLIENT", initialOrderId: "01JDORDER" };
    expect(toRenewalMetadata(renewal)).toEqual({
      subscription_id: "01JDSUB",
      cycle: "3",
      client_id: "01JDCLIENT",
      initial_order_id: "01JDORDER",
    });
    expect(readPaymentMetadata(toRenewalMetadata(renewal))).toEqual({ kind: "renewal", renewal });
  });

  it("reads a renewal that names only subscription and cycle", () => {
    expect(readPaymentMetadata({ subscription_id: "01JDSUB", cycle: "3" })).toEqual({
      kind: "renewal",
      renewal: { subscriptionId: "01JDSUB", cycle: 3, clientId: null, initialOrderId: null },
    });
  });
});
