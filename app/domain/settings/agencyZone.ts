import { z } from "zod";
import { zoneLabel } from "~/format/zones";
import { agencyZone, type Context } from "../context";
import { Invalid } from "../errors";
import { timeZoneField } from "../timeZone";

/** The Company page's fields of the agency's zone. */
export const agencyZoneFields = {
  timeZone: timeZoneField,
  /** The zone that the question named; empty before it was asked. */
  confirmedZone: z.string().trim().max(64).default(""),
};

/**
 * Asks before the zone of the agency's days changes (rules.md pages/agency-days): throws Invalid at `timeZone` until
 * the form comes back with the same zone confirmed.
 */
export function assertZoneConfirmed(
  ctx: Pick<Context, "settings">,
  { timeZone, confirmedZone }: { timeZone: string; confirmedZone: string },
): void {
  if (timeZone === agencyZone(ctx) || timeZone === confirmedZone) return;
  throw new Invalid(
    `The days of the dashboard and reports will be days in ${zoneLabel(timeZone)}. We count the figures of the past again. Due dates that are set stay at their moment. Save again to change the time zone.`,
    "timeZone",
  );
}
