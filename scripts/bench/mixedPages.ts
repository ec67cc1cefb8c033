import { encodeId } from "~/paths";
import type { Asked } from "./load";

interface Visitors {
  /** `Cookie` values. */
  staff: string;
  customer: string;
  /** Staff's access token. */
  bearer: string;
  /** An order that both can open. */
  orderId: string;
}

/**
 * What people ask of a portal in a day: pages of staff and of a customer, a page's data, a call of the API, a redirect
 * and an unknown address. `round` makes a list's address one that nobody has asked for yet.
 */
export function mixedPages({ staff, customer, bearer, orderId }: Visitors, round: number): Asked[] {
  const of = (Cookie: string, path: string, status = 200): Asked => ({ path, headers: { Cookie }, status });
  const order = `/orders/${encodeId(orderId)}`;
  return [
    of(staff, "/"),
    of(staff, `/orders?size=25&round=${round}`),
    of(staff, order),
    of(staff, `/clients?round=${round}`),
    of(staff, "/notifications"),
    of(staff, "/orders?_data=routes%2F_app.orders._index"),
    of(customer, "/services"),
    of(customer, order),
    of(customer, "/profile"),
    {
      path: "/api/order/find",
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ page: 0, pageSize: 10, filterFields: [] }),
    },
    of("", "/orders", 303),
    of(staff, `/no/such/page/${round}`, 404),
  ];
}
