import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { commissionStatuses } from "~/domain/commissions/commissionStates";
import { orderStatuses } from "~/domain/orders/orderStates";
import { userStatuses } from "~/domain/roles";
import { subscriptionStatuses } from "~/domain/subscriptions/subscriptionStates";
import { ClientStatus } from "../clients/ClientStatus";
import { CommissionStatus } from "../commissions/CommissionStatus";
import { SubscriptionStatus } from "../subscriptions/SubscriptionStatus";
import { OrderStatus } from "./OrderStatus";

const commission = { kind: "earned", amount: 1, voidedAt: null, selfReferral: null } as const;
const looks: [string, ReactElement[]][] = [
  ["order", orderStatuses.map((status) => createElement(OrderStatus, { status }))],
  ["subscription", subscriptionStatuses.map((status) => createElement(SubscriptionStatus, { status }))],
  ["client", userStatuses.map((status) => createElement(ClientStatus, { status }))],
  [
    "commission",
    commissionStatuses.map((status) => createElement(CommissionStatus, { commission: { ...commission, status } })),
  ],
];

test.each(looks)("each %s status has a shape and a word of its own", (_noun, statuses) => {
  const markup = statuses.map((status) => renderToStaticMarkup(status));
  const shapes = markup.map((html) => /status-(\w+)/.exec(html)?.[1]);
  const words = markup.map((html) => />([^<]+)</.exec(html)?.[1]);
  expect(new Set(shapes).size).toBe(statuses.length);
  expect(new Set(words).size).toBe(statuses.length);
});
