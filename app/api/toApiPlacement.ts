import { z } from "zod";
import type { PlacementListRow } from "~/domain/placements/findPlacements";
import type { PlacementDetails } from "~/domain/placements/placementDetails";
import { placementStates } from "~/domain/placements/placementStates";
import type { Page } from "~/list/defineList";
import { isoTime } from "./wire";

const time = z.string().nullable();
/** A link. Optional fields are returned to staff only. */
const placementShape = z.object({
  _id: z.string(),
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.number(),
  serviceName: z.string(),
  packageName: z.string(),
  clientId: z.string().optional(),
  clientName: z.string().optional(),
  clientReference: z.string(),
  targetUrl: z.string(),
  agencyChooses: z.boolean(),
  anchorText: z.string(),
  brief: z.string(),
  state: z.enum(placementStates),
  siteDomain: z.string().nullable(),
  siteDr: z.number().nullable(),
  siteDa: z.number().nullable(),
  siteTraffic: z.number().nullable(),
  metricsSource: z.string(),
  metricsAt: time,
  liveUrl: z.string(),
  liveAt: time,
  dueAt: time,
  startsOn: time,
  answerBy: time,
  assignedTo: z.object({ id: z.string(), name: z.string() }).nullable().optional(),
  staffNote: z.string().optional(),
  health: z.string().nullable(),
  healthAt: time,
  guaranteeUntil: time,
  replacesId: z.string().nullable(),
  version: z.number(),
  createdTime: z.string(),
});
export const placementPageShape = z.object({ content: z.array(placementShape), totalElements: z.number() });
export const placementDetailShape = placementShape.extend({
  samplePage: z.string(),
  contentUrl: z.string(),
  fileUrl: z.string().nullable(),
  text: z.string(),
  declineReason: z.string(),
  history: z.array(
    z.object({
      id: z.string(),
      modifiedByName: z.string(),
      modifiedTime: z.string(),
      action: z.string(),
      details: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
});

type Row = Omit<PlacementListRow, "brief"> & { brief: string };

function toApiRow({
  id,
  createdAt,
  metricsAt,
  liveAt,
  dueAt,
  startsOn,
  answerBy,
  healthAt,
  guaranteeUntil,
  staff,
  ...row
}: Row) {
  return {
    _id: id,
    number: row.number,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    serviceName: row.serviceName,
    packageName: row.packageName,
    ...(staff
      ? {
          clientId: staff.clientId,
          clientName: staff.clientName,
          assignedTo: staff.assignedTo,
          staffNote: staff.staffNote,
        }
      : {}),
    clientReference: row.clientReference,
    targetUrl: row.targetUrl,
    agencyChooses: row.agencyChooses,
    anchorText: row.anchorText,
    brief: row.brief,
    state: row.state,
    siteDomain: row.siteDomain,
    siteDr: row.siteDr,
    siteDa: row.siteDa,
    siteTraffic: row.siteTraffic,
    metricsSource: row.metricsSource,
    metricsAt: isoTime(metricsAt),
    liveUrl: row.liveUrl,
    liveAt: isoTime(liveAt),
    dueAt: isoTime(dueAt),
    startsOn: isoTime(startsOn),
    answerBy: isoTime(answerBy),
    health: row.health,
    healthAt: isoTime(healthAt),
    guaranteeUntil: isoTime(guaranteeUntil),
    replacesId: row.replacesId,
    version: row.version,
    createdTime: isoTime(createdAt),
  };
}

export const toApiPlacementPage = ({ content, totalElements }: Page<PlacementListRow>) => ({
  content: content.map(toApiRow),
  totalElements,
});

export const toApiPlacement = ({
  samplePage,
  contentUrl,
  contentFileUrl,
  content,
  declineReason,
  history,
  ...row
}: PlacementDetails) => ({
  ...toApiRow(row),
  samplePage,
  contentUrl,
  fileUrl: contentFileUrl,
  text: content,
  declineReason,
  history: history.map(({ id, by, at, action, changes }) => ({
    id,
    modifiedByName: by,
    modifiedTime: isoTime(at),
    action,
    details: changes,
  })),
});
