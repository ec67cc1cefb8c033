import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named } from "~db/named";
import { attributions, users, visits } from "~db/schema";
import type { Context } from "../context";
import { attributionLabel } from "./attributionLabel";

const referrers = alias(users, "referrers");

/** How a client came, as staff see it: who is credited, by which click, and why or why not. ms UTC. */
export interface ClientReferral {
  /** Null when nobody is credited. */
  affiliate: { id: string; name: string } | null;
  /** Of the click, also of one that did not count. */
  code: string | null;
  clickedAt: number | null;
  /** Null without a click, and once the visit is 13 months old. */
  landingPath: string | null;
  referrer: string | null;
  flagged: boolean;
  words: string;
}

/** The stored answer about the client that `clientId` selects; for the batch of a page that staff alone read. */
export const selectReferral = (ctx: Pick<Context, "db">, clientId: string | SQL) =>
  ctx.db
    .select({
      affiliateId: attributions.affiliateId,
      affiliateName: sql<string | null>`trim(${referrers.firstName} || ' ' || ${referrers.lastName})`.as(
        "referrer_name",
      ),
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

/** Null for an account that is older than the programme. */
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
