import { defineSheet } from "~/list/defineSheet";
import { isStaff, type Viewer } from "../context";
import type { PlacementListRow } from "./placementListRows";
import { placementStateLabel } from "./placementStates";

const shared = defineSheet<PlacementListRow>([
  { label: "Number", kind: "text", width: 12, value: (link) => link.number },
  { label: "Service", kind: "text", width: 28, value: (link) => link.serviceName },
  { label: "Package", kind: "text", width: 20, value: (link) => link.packageName },
  { label: "Client reference", kind: "text", width: 22, value: (link) => link.clientReference },
  { label: "Target URL", kind: "text", width: 44, value: (link) => link.targetUrl },
  { label: "Anchor text", kind: "text", width: 30, value: (link) => link.anchorText },
  { label: "State", kind: "text", width: 20, value: (link) => placementStateLabel(link.state) },
  { label: "Site", kind: "text", width: 28, value: (link) => link.siteDomain },
  { label: "DR", kind: "number", width: 8, value: (link) => link.siteDr },
  { label: "Traffic", kind: "number", width: 12, value: (link) => link.siteTraffic },
  { label: "Due", kind: "time", width: 22, value: (link) => link.dueAt },
  { label: "Live link", kind: "text", width: 44, value: (link) => link.liveUrl },
  { label: "Live since", kind: "time", width: 22, value: (link) => link.liveAt },
]);

const forStaff = defineSheet<PlacementListRow>([
  { label: "Client", kind: "text", width: 26, value: (link) => link.staff?.clientName ?? null },
  { label: "Assigned", kind: "text", width: 26, value: (link) => link.staff?.assignedTo?.name ?? null },
]);

/** The columns of the link list export. Clients get none that only staff see. */
export const placementSheet = (viewer: Viewer) => (isStaff(viewer) ? [...shared, ...forStaff] : shared);
