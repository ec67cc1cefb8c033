import type { StaffOrder } from "~/domain/orders/orderDetails";
import { referralFacts, type SourceFact } from "~/features/affiliates/referralFacts";

const labels = {
  utmSource: "UTM source",
  utmCampaign: "UTM campaign",
  utmMedium: "UTM medium",
  utmContent: "UTM content",
  utmTerm: "UTM term",
  utmChannel: "UTM channel",
  formName: "Form name",
} as const;

/**
 * Staff only: where an order came from and who referred its client. Written on the server, because customers load the
 * same scripts (rules.md speed/scripts).
 */
export const sourceView = (
  { source, referral }: Pick<StaffOrder, "source" | "referral">,
  zone: string,
): SourceFact[] => [
  ...Object.entries(labels).flatMap(([key, label]) => {
    const value = source[key as keyof typeof labels];
    return value ? [{ label, value }] : [];
  }),
  ...referralFacts(referral, zone),
];
