import { defineSheet } from "~/list/defineSheet";
import type { AffiliateRow } from "./findAffiliates";

export const affiliateSheet = defineSheet<AffiliateRow>([
  { label: "Name", kind: "text", width: 28, value: (one) => one.name },
  { label: "Email", kind: "text", width: 36, value: (one) => one.email },
  { label: "Affiliate Code", kind: "text", width: 20, value: (one) => one.code },
  { label: "Total Revenue", kind: "cents", width: 16, value: (one) => one.totalRevenue },
  { label: "Sign-up Date", kind: "time", width: 24, value: (one) => one.signedUpAt },
  { label: "Latest Revenue", kind: "cents", width: 16, value: (one) => one.latestRevenue },
  { label: "Latest Revenue Date", kind: "time", width: 24, value: (one) => one.latestRevenueAt },
]);
