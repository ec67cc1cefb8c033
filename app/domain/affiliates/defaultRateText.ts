import type { Programme } from "./affiliateProgramme";
import { earnsOnLabels } from "./programmeInput";

type DefaultRate = Pick<Programme, "defaultPercent" | "defaultFirstTime" | "defaultPerpetual">;

/** '10% of every paid order, including renewals'; null without a default rate. */
export function defaultRateText({ defaultPercent, defaultFirstTime, defaultPerpetual }: DefaultRate): string | null {
  if (defaultPercent === 0 || !(defaultFirstTime || defaultPerpetual)) return null;
  return rateText({ percent: defaultPercent, firstTime: defaultFirstTime, perpetual: defaultPerpetual });
}

/** A rate in words. Hundredths of a percent; perpetual wins (rules.md commissions/agreements). */
export function rateText({
  percent,
  firstTime,
  perpetual,
}: {
  percent: number;
  firstTime: boolean;
  perpetual: boolean;
}) {
  if (percent === 0 || !(firstTime || perpetual)) return "Nothing";
  const label = earnsOnLabels[perpetual ? "perpetual" : "firstTime"];
  return `${percent / 100}% of ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
