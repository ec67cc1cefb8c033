import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { named } from "~db/named";
import { services, users } from "~db/schema";
import { authorize } from "../access";
import { MIN_SEARCH } from "../clients/clientSearch";
import type { Context } from "../context";

/** One that can be chosen, with what tells it apart. */
export interface Choice {
  id: string;
  name: string;
  hint: string;
}

export interface CouponChoices {
  /** Found by the text; the first ones by name when there is none, so that few services need no search. */
  services: Choice[];
  /** Found by the text; none when there is none. */
  affiliates: Choice[];
  /** What is chosen already, found or not. */
  chosenServices: Choice[];
  chosenAffiliate: Choice | null;
}

/** How many are offered at a time. */
const MAX_CHOICES = 20;
const MAX_TEXT = 200;

interface Asked {
  service?: string;
  affiliate?: string;
  serviceIds?: readonly string[];
  affiliateId?: string | null;
}

/**
 * What the coupon form offers: services and affiliates that the texts find, after more than one character, and the chosen
 * ones by their ids. One round trip.
 */
export async function couponChoices(ctx: Context, asked: Asked): Promise<CouponChoices> {
  authorize(ctx, "coupons.manage");
  const { db } = ctx;
  const [service, affiliate] = [termOf(asked.service), termOf(asked.affiliate)];
  const serviceFields = { id: services.id, name: services.name, visible: sql<number>`${services.visible}`.as("shown") };
  const affiliateFields = {
    id: named(users.id, "affiliate_id"),
    name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("affiliate_name"),
    code: users.affiliateCode,
    email: users.email,
  };
  const [foundServices, chosenServices, foundAffiliates, [chosenAffiliate]] = await db.batch([
    db
      .select(serviceFields)
      .from(services)
      .where(and(isNull(services.archivedAt), service ? sql`instr(${services.nameFolded}, ${service}) > 0` : undefined))
      .orderBy(asc(services.nameFolded), asc(services.id))
      .limit(MAX_CHOICES),
    db
      .select(serviceFields)
      .from(services)
      .where(sql`${services.id} in (select value from json_each(${JSON.stringify(asked.serviceIds ?? [])}))`)
      .orderBy(asc(services.nameFolded), asc(services.id)),
    db
      .select(affiliateFields)
      .from(users)
      .where(
        affiliate
          ? and(
              eq(users.role, "CUSTOMER"),
              eq(users.affiliate, true),
              isNull(users.deletedAt),
              or(
                sql`instr(${users.firstNameFolded} || ' ' || ${users.lastNameFolded}, ${affiliate}) > 0`,
                sql`instr(${users.emailFolded}, ${affiliate}) > 0`,
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
      .where(eq(users.id, asked.affiliateId ?? "")),
  ]);
  return {
    services: foundServices.map(serviceChoice),
    chosenServices: chosenServices.map(serviceChoice),
    affiliates: foundAffiliates.map(affiliateChoice),
    chosenAffiliate: chosenAffiliate ? affiliateChoice(chosenAffiliate) : null,
  };
}

/** Folded as names are kept; nothing for a text that is too short to search by. */
function termOf(text: string | undefined) {
  const term = foldText((text ?? "").slice(0, MAX_TEXT));
  return term.length < MIN_SEARCH ? "" : term;
}

const serviceChoice = ({ id, name, visible }: { id: string; name: string; visible: number }): Choice => ({
  id,
  name,
  hint: visible ? "" : "Hidden from the catalogue",
});

const affiliateChoice = ({
  id,
  name,
  code,
  email,
}: {
  id: string;
  name: string;
  code: string | null;
  email: string;
}) => ({
  id,
  name,
  hint: [code, email].filter(Boolean).join(" · "),
});
