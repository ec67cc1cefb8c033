import type { LedgerEntry } from "../../workers/card-sandbox/ledger";
import type { Portal } from "./runningPortal";

export const BUYER_PASSWORD = "Buyer#2026x";

export interface ServedPackage {
  serviceOptionId: string;
  name: string;
  price: number;
  addOnItems: { value: string; price: number }[];
  discountItems: { count: number; percent: number }[];
}
export interface ServedService {
  _id: string;
  name: string;
  serviceType: "REGULAR" | "CUSTOM";
  paymentTypes: ("DIRECT" | "SUBSCRIPTION")[];
  serviceOptions: ServedPackage[];
  intakeItems: { serviceIntakeId: string; name: string; itemType: string; mandatory: boolean }[];
}
export interface Placed {
  client_secret: string;
  publishableKey: string;
  account: "regular" | "custom";
  orderId: number;
  orderSystemId: string;
  mode: string;
}

let serial = 0;
const next = () => `${Date.now().toString(36)}${++serial}`;

/** A new customer with a bearer token. With a code, they first follow that affiliate's link. */
export async function aBuyer(portal: Portal, firstName = "Buyer", affiliateCode?: string) {
  const email = `buyer-${next()}@example.com`;
  const clicked = affiliateCode ? await portal.get(`/r/${affiliateCode}`) : undefined;
  const signedUp = await portal.api("POST", "/user/signUp", {
    headers: clicked ? { Cookie: clicked.cookies.join("; ") } : {},
    body: { firstName, lastName: "Example", email, password: BUYER_PASSWORD },
  });
  if (signedUp.status !== 200) throw new Error(`Sign-up answered ${signedUp.status}: ${signedUp.text}`);
  const { jwtToken, refreshToken } = await portal.tokens(email, BUYER_PASSWORD);
  return { id: signedUp.json._id as string, email, bearer: jwtToken, refreshToken };
}
export type ApiBuyer = Awaited<ReturnType<typeof aBuyer>>;

/** A service found by name, as the checkout API returns it. */
export async function serviceNamed(portal: Portal, bearer: string, name: string): Promise<ServedService> {
  const cards = await portal.api("GET", "/service/visible", { bearer });
  const card = (cards.json as { _id: string; name: string }[]).find((service) => service.name === name);
  if (!card) throw new Error(`No service '${name}'`);
  return (await portal.api("GET", `/service/fullDetail?id=${card._id}`)).json;
}

/** Order input with one first package by default. Amounts in dollars. */
export const aPlacement = (service: ServedService, values: Record<string, unknown> = {}) => ({
  serviceId: service._id,
  checkoutKey: `api-form-${next()}`,
  packageCounts: [{ packageId: service.serviceOptions[0]!.serviceOptionId, count: 1 }],
  paymentType: service.paymentTypes.includes("DIRECT") ? "DIRECT" : "SUBSCRIPTION",
  billingAddress: { address: "1 Main Street", city: "Austin", state: "TX", country: "United States", zipCode: "78701" },
  phoneNo: "+1 555 0100",
  totalPrice: service.serviceOptions[0]!.price,
  ...values,
});

export async function place(
  portal: Portal,
  bearer: string,
  service: ServedService,
  values: Record<string, unknown> = {},
): Promise<Placed> {
  const answer = await portal.api("POST", "/checkout/order", { bearer, body: aPlacement(service, values) });
  if (answer.status !== 200) throw new Error(`The order was refused with ${answer.status}: ${answer.text}`);
  return answer.json;
}

/** Confirms a card with only publishable key and client secret, as a browser does. */
export async function confirmCard(
  portal: Portal,
  placed: Placed,
  fields: Record<string, string> = { payment_method: "pm_card_visa" },
) {
  const id = placed.client_secret.split("_secret_")[0]!;
  return await portal.ask("POST", `/__stripe/v1/payment_intents/${id}/confirm`, {
    headers: {
      Authorization: `Bearer ${placed.publishableKey}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ client_secret: placed.client_secret, ...fields }).toString(),
  });
}

/** Places an order, confirms its card and completes it. Throws if it is not paid. */
export async function buy(
  portal: Portal,
  bearer: string,
  service: ServedService,
  values: Record<string, unknown> = {},
  card = "pm_card_visa",
): Promise<Placed> {
  const placed = await place(portal, bearer, service, values);
  const confirmed = await confirmCard(portal, placed, { payment_method: card });
  if (confirmed.status !== 200) throw new Error(`The card was refused: ${confirmed.text}`);
  const done = await portal.api("POST", "/checkout/complete", { bearer, body: { orderId: placed.orderSystemId } });
  if (!done.json?.paid) throw new Error(`The order is not paid: ${done.text}`);
  return placed;
}

/** Answers to every intake field but files, for one package. */
export const answersFor = (service: ServedService, packageId: string, text = "Answered") => [
  {
    packageId,
    values: [
      {
        items: service.intakeItems
          .filter((field) => field.itemType !== "FILE_UPLOAD")
          .map((field) => ({ id: field.serviceIntakeId, value: field.itemType === "NUMBER" ? "12" : text })),
      },
    ],
  },
];

/** The card sandbox's ledger entries of one order. Cents. */
export async function ledgerOf(portal: Portal, orderSystemId: string) {
  const { entries } = await portal.control.ledger<LedgerEntry>();
  return entries.filter((entry) => entry.metadata.order_id === orderSystemId);
}

/** The provider's events about one order, oldest first, with their delivery attempts. */
export async function eventsOf(portal: Portal, orderSystemId: string) {
  const answer = await fetch(`http://localhost:${portal.port + 1}/sandbox/events`);
  const { events } = (await answer.json()) as {
    events: { id: string; type: string; attempts: number; event: { data: { object: object } } }[];
  };
  return events.filter(
    ({ event }) => (event.data.object as { metadata?: { order_id?: string } }).metadata?.order_id === orderSystemId,
  );
}
