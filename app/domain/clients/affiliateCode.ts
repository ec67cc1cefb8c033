import { sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import type { Context } from "../context";

const MAX_STEM = 24;

/**
 * Proposes an affiliate code from the client's name: 'EMMA-CARTER', with a number appended when taken (rules.md
 * commissions/agreements). The unique index decides on save.
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
  // Names in other alphabets leave no usable characters.
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
