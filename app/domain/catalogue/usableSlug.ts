import { and, between, eq, ne, or, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { formerSlugs, services } from "~db/schema";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { slugOf } from "./slug";

const SLUG_TAKEN = "Another service has or had this address";

interface Wanted {
  id: string;
  name: string;
  /** What staff or a program chose; empty to follow the name. */
  slug: string;
  stored: { name: string; slug: string } | null;
}

/**
 * The slug of a service in the shop (rules.md shop/slugs). A chosen one stays when the name changes, one that was made
 * from the name follows it. Throws Conflict when another service has or had the chosen one.
 */
export async function usableSlug({ db }: Context, { id, name, slug, stored }: Wanted): Promise<string> {
  if (stored && (slug ? slug === stored.slug : isKept(stored, name))) return stored.slug;
  const base = slug || slugOf(name) || "service";
  // LIKE takes patterns of at most 50 bytes here.
  const numbered = [`${base}-`, `${base}-~`] as const;
  const [current, former] = await db.batch([
    db
      .select({ slug: services.slug })
      .from(services)
      .where(and(ne(services.id, id), or(eq(services.slug, base), between(services.slug, ...numbered)))),
    db
      .select({ slug: formerSlugs.slug })
      .from(formerSlugs)
      .where(
        and(ne(formerSlugs.serviceId, id), or(eq(formerSlugs.slug, base), between(formerSlugs.slug, ...numbered))),
      ),
  ]);
  const taken = new Set([...current, ...former].map((row) => row.slug));
  if (!taken.has(base)) return base;
  if (slug) throw new Conflict(SLUG_TAKEN, "slug");
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

/** True for a slug that was chosen, and for a new name that makes the same one. */
function isKept(stored: { name: string; slug: string }, name: string) {
  const before = slugOf(stored.name) || "service";
  const isMade = stored.slug === before || (stored.slug.startsWith(`${before}-`) && /-\d+$/.test(stored.slug));
  return !isMade || (slugOf(name) || "service") === before;
}

/** Statements that keep the slug a service had, for links to it, and take back one it has again. */
export const slugChange = ({ db }: Context, id: string, before: string, slug: string): BatchStatement[] =>
  before === slug
    ? []
    : [
        db.delete(formerSlugs).where(eq(formerSlugs.slug, slug)),
        db
          .insert(formerSlugs)
          .values({ slug: before, serviceId: id })
          .onConflictDoUpdate({ target: formerSlugs.slug, set: { serviceId: sql`excluded.service_id` } }),
      ];
