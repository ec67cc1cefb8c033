import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { fullName, fullNameFolded } from "~db/fullName";
import { named } from "~db/named";
import { services, users } from "~db/schema";
import { emailTerm, hasWords } from "~db/searchWords";
import { authorize } from "../access";
import { isSearchable } from "../clients/clientSearch";
import type { Context } from "../context";

/** An option, with a hint that distinguishes equal names. */
export interface Choice {
  id: string;
  name: string;
  hint: string;
}

export interface CouponChoices {
  /** Matches of the text, or the first by name when there is none, so that short lists need no search. */
  services: Choice[];
  /** Matches of the text; empty without one. */
  affiliates: Choice[];
  /** The current selection, whether or not it matches. */
  chosenServices: Choice[];
  chosenAffiliate: Choice | null;
}

/** Per search. */
const MAX_CHOICES = 20;
const MAX_TEXT = 200;

interface ChoicesInput {
  service?: string;
  affiliate?: string;
  serviceIds?: readonly string[];
  affiliateId?: string | null;
}

/**
 * Returns the coupon form's options: services and affiliates that match the texts (two characters or more), and the
 * current selection by id. One round trip.
 */
export async function couponChoices(ctx: Context, input: ChoicesInput): Promise<CouponChoices> {
  authorize(ctx, "coupons.manage");
  const { db } = ctx;
  const [service, affiliate] = [termOf(input.service), termOf(input.affiliate)];
  const serviceFields = { id: services.id, name: services.name, visible: sql<number>`${services.visible}`.as("shown") };
  const affiliateFields = {
    id: named(users.id, "affiliate_id"),
    name: fullName(users).as("affiliate_name"),
    code: users.affiliateCode,
    email: users.email,
  };
  const [foundServices, chosenServices, foundAffiliates, [chosenAffiliate]] = await db.batch([
    db
      .select(serviceFields)
      .from(services)
      .where(and(isNull(services.archivedAt), service ? hasWords(services.nameFolded, service) : undefined))
      .orderBy(asc(services.nameFolded), asc(services.id))
      .limit(MAX_CHOICES),
    db
      .select(serviceFields)
      .from(services)
      .where(sql`${services.id} in (select value from json_each(${JSON.stringify(input.serviceIds ?? [])}))`)
      .orderBy(asc(services.nameFolded), asc(services.id)),
    db
      .select(affiliateFields)
      .from(users)
      .where(
        affiliate
          ? and(
              sql`+${users.role} = 'CUSTOMER'`,
              // Its index holds affiliates alone; the one by role holds all clients.
              sql`${users.id} in (select id from users indexed by users_listed_affiliates where (affiliate = 1 or open_commissions > 0) and affiliate = 1)`,
              isNull(users.deletedAt),
              or(
                hasWords(fullNameFolded(users), affiliate),
                sql`instr(${users.emailFolded}, ${emailTerm(input.affiliate ?? "")}) > 0`,
                sql`instr(lower(${users.affiliateCode}), ${affiliate}) > 0`,
              ),
            )
          : sql`0`,
      )
      .orderBy(asc(users.firstNameFolded), asc(users.lastNameFolded), asc(users.id))
      .limit(MAX_CHOICES),
    db
      .select(affiliateFields)
      .from(users)
      .where(eq(users.id, input.affiliateId ?? "")),
  ]);
  return {
    services: foundServices.map(serviceChoice),
    chosenServices: chosenServices.map(serviceChoice),
    affiliates: foundAffiliates.map(affiliateChoice),
    chosenAffiliate: chosenAffiliate ? affiliateChoice(chosenAffiliate) : null,
  };
}

/** Folded like the stored names; empty when the text is too short to search. */
function termOf(text: string | undefined) {
  const term = foldText((text ?? "").slice(0, MAX_TEXT));
  return isSearchable(term) ? term : "";
}

const serviceChoice = ({ id, name, visible }: { id: string; name: string; visible: number }): Choice => ({
  id,
  name,
  hint: visible ? "" : "Hidden from the catalogue",
});

type Affiliate = { id: string; name: string; code: string | null; email: string };
const affiliateChoice = ({ id, name, code, email }: Affiliate): Choice => ({
  id,
  name,
  hint: [code, email].filter(Boolean).join(" · "),
});
