import { eq, type SQL, sql } from "drizzle-orm";
import { formatDay } from "~/format/dates";
import { batchRaw, rawSelect } from "~db/client.server";
import { type Context, readerZone } from "../context";
import type { PayState } from "../orders/orderStates";
import { guaranteeEnd } from "../placements/guaranteeEnd";
import { placementStateLabel } from "../placements/placementStates";
import type { StoredPlacement } from "../placements/storedPlacements";
import { openClaimStates } from "./claimStates";

export const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** A dispute that the agency has not won: its bank decides about the money. */
export const disputedOrder = (orderId: SQL) =>
  sql`exists (select 1 from disputes where disputes.order_id = ${orderId}
    and disputes.status not in ('won', 'warning_closed', 'prevented'))`;

/** True when a refund names the link, or one that it replaces in turn: the share was paid for the first. */
const refundedLink = (placementId: SQL) =>
  sql`exists (with recursive chain(replaces_id, refund_id) as (
      select named.replaces_id, named.refund_id from placements named where named.id = ${placementId}
      union all select p.replaces_id, p.refund_id from chain join placements p on p.id = chain.replaces_id)
    select 1 from chain where refund_id is not null)`;

/** What decides about a claim, besides the link itself. */
type ClaimFacts = {
  payState: PayState;
  disputed: number;
  refunded: number;
  openClaim: number;
};

/** Why the guarantee does not cover a link, in the words that its client reads. Null when it does. */
export async function uncovered(ctx: Context, link: StoredPlacement): Promise<string | null> {
  const facts = rawSelect<ClaimFacts>(sql`select pay_state as payState,
    ${disputedOrder(sql.raw("orders.id"))} as disputed, ${refundedLink(sql`${link.id}`)} as refunded,
    exists (select 1 from claims where placement_id = ${link.id} and state in (${quoted(openClaimStates)})) as openClaim
    from orders where ${eq(sql.raw("orders.id"), link.orderId)}`);
  const [[read]] = await batchRaw(ctx.db, facts);
  return read ? refusal(link, read, ctx) : "This link no longer exists";
}

function refusal(link: StoredPlacement, facts: ClaimFacts, ctx: Context): string | null {
  const name = `Link ${link.number}`;
  const until = guaranteeEnd(link);
  if (link.state !== "live") return `${name} is not live: ${placementStateLabel(link.state)}`;
  if (until === null) return `${name} has no guarantee`;
  if ((link.faultySince ?? ctx.now) > until)
    return `The guarantee of link ${link.number} ended on ${formatDay(until, readerZone(ctx))}`;
  if (facts.refunded) return `${name} was refunded, so its guarantee has ended`;
  if (facts.payState === "refunded") return `Order ${link.orderNumber} was refunded, so its guarantee has ended`;
  if (link.orderStatus === "Cancelled") return `Order ${link.orderNumber} was canceled, so its guarantee has ended`;
  if (facts.payState === "unpaid") return `Order ${link.orderNumber} is not paid`;
  if (facts.disputed)
    return `The payment for order ${link.orderNumber} is disputed at the bank. The guarantee waits for its decision.`;
  if (facts.openClaim) return `A claim for link ${link.number} is open already`;
  return null;
}

/** The same for the statement that inserts a claim: rows of `placements` that the guarantee covers at `now`. */
export const coveredNow = (placementId: string, now: number) =>
  sql`from placements join orders on orders.id = placements.order_id
    where placements.id = ${placementId} and placements.state = 'live' and placements.live_at is not null
      and placements.terms ->> 'guaranteeDays' > 0
      and coalesce(placements.faulty_since, ${now}) <= placements.live_at + (placements.terms ->> 'guaranteeDays') * 86400000
      and orders.status <> 'Cancelled' and orders.pay_state in ('paid', 'partly_refunded')
      and not ${disputedOrder(sql.raw("orders.id"))} and not ${refundedLink(sql.raw("placements.id"))}`;
