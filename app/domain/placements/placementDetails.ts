import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type SafeHtml, sanitizeStored } from "~/richtext/renderRichText";
import { fullNameById } from "~db/fullName";
import { named } from "~db/named";
import { history, orderItems, orders, placements } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import type { PlacementTerms } from "../catalogue/tracking";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import { fileAddressOrNull } from "../uploads/fileAddress";
import { historyName } from "./historyName";
import { type PlacementListRow, toPlacementRow } from "./placementListRows";
import { canMove, placementStates, staffChoices } from "./placementStates";
import { visiblePlacements } from "./visiblePlacements";

/** One link with everything its reader may see. Times in ms UTC. */
export interface PlacementDetails extends Omit<PlacementListRow, "brief"> {
  brief: SafeHtml;
  /** Markdown, for the form. */
  briefSource: string;
  terms: PlacementTerms;
  samplePage: string;
  contentUrl: string;
  contentFileUrl: string | null;
  content: SafeHtml;
  declineReason: string;
  orderStatus: string;
  /** States that staff can choose next; empty for clients. */
  nextStates: PlacementListRow["state"][];
  /** The same with those that begin with a proposal or an address. */
  reachable: PlacementListRow["state"][];
  /** Newest first. For clients without what staff plan among themselves. */
  history: PlacementEvent[];
}

export interface PlacementEvent {
  id: string;
  action: string;
  by: string;
  at: number;
  changes: HistoryChange[];
}

/** More than a link collects. */
const MAX_EVENTS = 200;

/** Fields of the history that clients do not see. */
const internalFields = new Set(["staffNote"]);

/** One link (GET /placement/detail). Clients see only their own, without what is internal. Throws NotFound. */
export async function placementDetails(ctx: Context, id: string): Promise<PlacementDetails> {
  authorize(ctx, "placements.list");
  const [[row], events] = await ctx.db.batch([
    ctx.db
      .select({
        ...getTableColumns(placements),
        orderNumber: named(orders.number, "order_number"),
        orderStatus: named(orders.status, "order_status"),
        serviceName: named(orders.serviceName, "service_name"),
        packageName: named(orderItems.packageName, "package_name"),
        clientName: fullNameById(sql.raw("placements.client_id")).as("client_name"),
        assignedToName: fullNameById(sql.raw("placements.assigned_to_id")).as("assigned_to_name"),
      })
      .from(placements)
      .innerJoin(orders, eq(orders.id, placements.orderId))
      .innerJoin(orderItems, eq(orderItems.id, placements.orderItemId))
      .where(and(visiblePlacements(ctx.actor), eq(placements.id, id))),
    ctx.db
      .select({
        id: history.id,
        action: history.action,
        actorId: history.actorId,
        actorName: fullNameById(sql.raw("history.actor_id")).as("actor_name"),
        at: history.createdAt,
        changes: history.changes,
      })
      .from(history)
      .where(and(eq(history.entity, "placement"), eq(history.entityId, id)))
      .orderBy(desc(history.createdAt), desc(history.id))
      .limit(MAX_EVENTS),
  ]);
  if (!row) throw new NotFound();
  const staff = isStaff(ctx.actor);
  const { clientId, clientName, assignedToId, assignedToName, staffNote, ...own } = row;
  const shown = toPlacementRow(
    staff ? { ...own, clientId, clientName: clientName ?? "", assignedToId, assignedToName, staffNote } : own,
  );
  return {
    ...pick(shown),
    brief: sanitizeStored(row.brief),
    briefSource: row.briefSource,
    terms: row.terms,
    samplePage: row.samplePage,
    contentUrl: row.contentUrl,
    contentFileUrl: fileAddressOrNull(row.contentKey),
    content: sanitizeStored(row.content),
    declineReason: row.declineReason,
    orderStatus: row.orderStatus,
    nextStates: staff ? staffChoices(row) : [],
    reachable: staff ? placementStates.filter((next) => canMove(row, next, "staff")) : [],
    history: events.flatMap(({ actorId, actorName, changes, ...event }) => {
      const seen = staff ? changes : changes.filter(({ field }) => !internalFields.has(field));
      if (!staff && seen.length === 0) return [];
      const by = historyName({ actorId, actorName, action: event.action }, { staff, clientId });
      return [{ ...event, changes: seen, by }];
    }),
  };
}

/** The fields of a list row, and nothing else that was read. */
const pick = (row: PlacementListRow): Omit<PlacementListRow, "brief"> => ({
  id: row.id,
  number: row.number,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  serviceName: row.serviceName,
  packageName: row.packageName,
  clientReference: row.clientReference,
  targetUrl: row.targetUrl,
  agencyChooses: row.agencyChooses,
  anchorText: row.anchorText,
  state: row.state,
  siteDomain: row.siteDomain,
  siteDr: row.siteDr,
  siteDa: row.siteDa,
  siteTraffic: row.siteTraffic,
  metricsSource: row.metricsSource,
  metricsAt: row.metricsAt,
  liveUrl: row.liveUrl,
  liveAt: row.liveAt,
  dueAt: row.dueAt,
  startsOn: row.startsOn,
  answerBy: row.answerBy,
  health: row.health,
  healthAt: row.healthAt,
  guaranteeUntil: row.guaranteeUntil,
  replacesId: row.replacesId,
  version: row.version,
  createdAt: row.createdAt,
  ...(row.staff ? { staff: row.staff } : {}),
});
