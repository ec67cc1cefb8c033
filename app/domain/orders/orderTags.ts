import { asc, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { orderTags, tags } from "~db/schema";
import type { Context } from "../context";
import { colorOfTag, type Tag } from "./tagColors";

/** The tags of the order that the outer query reads, as JSON for `readTags`. */
export const tagsOfOrder = (orderId: SQL) =>
  sql<string>`(select json_group_array(json_object('name', named.name, 'color', named.color)) from order_tags named_by cross join tags named on named.id = named_by.tag_id where named_by.order_id = ${orderId})`;

/** By name, which SQL would sort for each row of a list. */
export const readTags = (json: string) =>
  (JSON.parse(json) as Tag[]).sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));

/** As many as a page offers. */
const OFFERED = 100;

/** The tags of the team, by name. */
export const selectTags = ({ db }: Pick<Context, "db">) =>
  db.select({ name: tags.name, color: tags.color }).from(tags).orderBy(asc(tags.nameFolded)).limit(OFFERED);

/** Gives an order these tags and no others, in the batch of its change. New names become tags. */
export function tagStatements(
  ctx: Pick<Context, "db" | "now">,
  orderId: string,
  names: readonly string[],
): BatchStatement[] {
  const { db } = ctx;
  const folded = JSON.stringify(names.map(foldText));
  const chosen = sql`select id from tags where name_folded in (select value from json_each(${folded}))`;
  return [
    ...newTags(ctx, names),
    db.delete(orderTags).where(sql`${orderTags.orderId} = ${orderId} and ${orderTags.tagId} not in (${chosen})`),
    db.insert(orderTags).select(sql`select ${orderId}, id from (${chosen}) where true`).onConflictDoNothing(),
  ];
}

/** Makes tags of the names that are new. */
export function newTags({ db, now }: Pick<Context, "db" | "now">, names: readonly string[]): BatchStatement[] {
  if (names.length === 0) return [];
  const rows = names.map((name) => {
    const nameFolded = foldText(name);
    return { id: newId(now), name, nameFolded, color: colorOfTag(nameFolded), createdAt: now };
  });
  return [insertMany(db, tags, rows).onConflictDoNothing()];
}
