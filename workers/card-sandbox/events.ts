import type Stripe from "stripe";
import type { Call } from "./call";
import { noSuch } from "./errors";
import { newId } from "./ids";
import { pageOf } from "./store";

/** The API version of objects: that of the installed SDK. */
export const apiVersion = "2026-10-28.endive";

/** Creates an event with the object's present state. */
export function eventOf(
  type: string,
  object: object,
  previous: object | undefined,
  now: number,
  request: Call["request"],
): Stripe.Event {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: now,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: request.id, idempotency_key: request.idempotencyKey },
    type,
  };
  return event as unknown as Stripe.Event;
}

/** events.retrieve */
export function retrieveEvent(call: Call, id: string): Stripe.Event {
  const event = call.store.find<Stripe.Event>("event", id);
  if (!event) throw noSuch("event", id);
  return event;
}

/** events.list, newest first, by `type`, `types` or `created` */
export function listEvents(call: Call, params: Stripe.EventListParams) {
  const wanted = params.types ?? (params.type ? [params.type] : undefined);
  const matches = (type: string) =>
    !wanted ||
    wanted.some((one) => (one.endsWith(".*") ? type.startsWith(one.slice(0, -1)) : one === type || one === "*"));
  const rows = call.store.all<Stripe.Event>("event").filter((event) => matches(event.type));
  return pageOf(rows, params, "/v1/events");
}
