import { defineSheet } from "~/list/defineSheet";
import type { TrafficLogRow } from "./findTrafficLogs";

export const trafficLogSheet = defineSheet<TrafficLogRow>([
  { label: "Affiliate ID", kind: "text", width: 30, value: (visit) => visit.affiliate?.id ?? null },
  { label: "Affiliate Name", kind: "text", width: 28, value: (visit) => visit.affiliate?.name ?? null },
  { label: "Affiliate Code", kind: "text", width: 20, value: (visit) => visit.affiliateCode },
  { label: "Created Time", kind: "time", width: 24, value: (visit) => visit.createdAt },
  { label: "Referrer URL", kind: "text", width: 44, value: (visit) => visit.referrer },
  { label: "User Agent", kind: "text", width: 60, value: (visit) => visit.userAgent },
  { label: "Landing Page", kind: "text", width: 30, value: (visit) => visit.landingPath },
  { label: "Bot", kind: "text", width: 8, value: (visit) => (visit.bot ? "Yes" : "No") },
]);
