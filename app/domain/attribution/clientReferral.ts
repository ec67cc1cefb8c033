import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { attributions, users, visits } from "~db/schema";
import type { Context } from "../context";
import { attributionLabel } from "./attributionLabel";

const referrers = alias(users, "referrers");

/** A client's attribution for staff: the affiliate, the click and the reason. ms UTC. */
export interface ClientReferral {
  /** Null when no affiliate is credited. */
  affiliate: { id: string; name: string } | null;
  /** From the click, even when it did not count. */
  code: string | null;
  clickedAt: number | null;
  /** Null without a click, or when the visit is older than 13 months. */
  landingPath: string | null;
  referrer: string | null;
  flagged: boolean;
  words: string;
}

/** Selects the stored attribution of a client, for the batch of a staff-only page. */
export const selectReferral = (ctx: Pick<Context, "db">, clientId: string | SQL) =>
  ctx.db
    .select({
      affiliateId: attributions.affiliateId,
      affiliateName: sql<string | null>`${fullName(referrers)}`.as("referrer_name"),
      reason: attributions.reason,
      selfReferral: attributions.selfReferral,
      affiliateCode: named(attributions.affiliateCode, "click_code"),
      clickedAt: attributions.clickedAt,
      decidedAt: attributions.decidedAt,
      landingPath: visits.landingPath,
      referrer: visits.referrer,
    })
    .from(attributions)
    .leftJoin(referrers, eq(referrers.id, attributions.affiliateId))
    .leftJoin(visits, eq(visits.id, attributions.visitId))
    .where(eq(attributions.userId, clientId));

/** Returns null for an account older than the programme. */
export function clientReferral(
  row: Awaited<ReturnType<typeof selectReferral>>[number] | undefined,
): ClientReferral | null {
  if (!row) return null;
  return {
    affiliate: row.affiliateId ? { id: row.affiliateId, name: row.affiliateName ?? "" } : null,
    code: row.affiliateCode,
    clickedAt: row.clickedAt,
    landingPath: row.landingPath,
    referrer: row.referrer || null,
    flagged: row.selfReferral !== null,
    words: attributionLabel(row),
  };
}
