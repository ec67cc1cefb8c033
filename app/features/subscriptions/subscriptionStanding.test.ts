import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SubscriptionFacts } from "./SubscriptionFacts";
import { standingOf } from "./subscriptionStanding";

test("a failed early Charge Now keeps the future due date", () => {
  const due = {
    serviceName: "Local SEO",
    amount: 390_00,
    taxRates: null,
    orderDuration: 1,
    frequency: "MONTH" as const,
    card: null,
    status: "Due" as const,
    nextPayment: Date.UTC(2027, 1, 20),
    cancelledAt: null,
    payment: null,
  };
  const facts = renderToStaticMarkup(createElement(SubscriptionFacts, { subscription: due }));
  expect(facts).toContain("February 20, 2027");
  expect(facts).not.toContain("since");
  expect(standingOf(due, "UTC").text).toBe("The payment of $390.00, due on February 20, 2027, is being collected.");
});
