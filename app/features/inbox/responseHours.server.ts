import type { Context } from "~/domain/context";
import type { OpenedThread } from "~/domain/messages/openThread";
import { clockAt } from "~/domain/placements/deliveryClock";
import { workingTimeBetween } from "~/domain/placements/workingTime";

const HOUR_MS = 3_600_000;

/** Working hours from the client's first message to the first answer, with one decimal; null without an answer. */
export function responseHours(
  ctx: Pick<Context, "now" | "settings">,
  { firstClientAt, firstResponseAt }: Pick<OpenedThread, "firstClientAt" | "firstResponseAt">,
): number | null {
  if (firstClientAt === null || firstResponseAt === null) return null;
  const { zone, days } = clockAt(ctx);
  return Math.round((workingTimeBetween(firstClientAt, firstResponseAt, zone, days) / HOUR_MS) * 10) / 10;
}
