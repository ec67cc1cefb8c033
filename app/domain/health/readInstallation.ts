import { desc } from "drizzle-orm";
import { inboundMails } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { readSizes, type Sizes } from "./readSizes";

export interface Installation extends Sizes {
  /** The newest migration that was applied, without its ending; null before the first. */
  migration: string | null;
  /** When the latest answer by email arrived, in ms UTC; null for none within 90 days. */
  lastMailAt: number | null;
}

/** Reads the state of the installation, for super admins. */
export async function readInstallation(ctx: Context): Promise<Installation> {
  authorize(ctx, "health.view");
  const newest = ctx.db.$client.prepare("select name from d1_migrations order by id desc limit 1");
  const [sizes, row, mail] = await Promise.all([
    readSizes(ctx),
    newest.first<{ name: string }>(),
    ctx.db.select({ at: inboundMails.createdAt }).from(inboundMails).orderBy(desc(inboundMails.id)).limit(1).get(),
  ]);
  return { ...sizes, migration: row?.name.replace(/\.sql$/, "") ?? null, lastMailAt: mail?.at ?? null };
}
