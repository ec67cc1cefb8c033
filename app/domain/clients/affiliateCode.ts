import { sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import type { Context } from "../context";

const MAX_STEM = 24;

/**
 * A code for a client who has none, made of the name: 'EMMA-CARTER', with a number behind it when that is taken
 * (rules.md commissions/agreements). A proposal: the unique index decides when it is saved.
 */
export async function proposedAffiliateCode(
  ctx: Context,
  client: { firstName: string; lastName: string },
): Promise<string> {
  const words = foldText(`${client.firstName} ${client.lastName}`).toUpperCase();
  const named = words
    .replace(/[^A-Z0-9]+/g, "-")
    .slice(0, MAX_STEM)
    .replace(/^-+|-+$/g, "");
  // A name of another alphabet leaves nothing to make a code of.
  const stem = named.length >= 3 ? named : "PARTNER";
  const taken = await ctx.db
    .select({ code: users.affiliateCode })
    .from(users)
    .where(sql`${users.affiliateCode} >= ${stem} and ${users.affiliateCode} < ${`${stem}-~`}`);
  const codes = new Set(taken.map(({ code }) => code));
  for (let number = 1; ; number++) {
    const code = number === 1 ? stem : `${stem}-${number}`;
    if (!codes.has(code)) return code;
  }
}
