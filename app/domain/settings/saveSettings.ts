import { eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, type BatchStatement } from "~db/client.server";
import { settings } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { REVISION, type SettingsPage, type SettingsPages } from "../settings";
import { forgetSettings } from "./currentSettings";
import { defaultSettings } from "./defaultSettings";

/** A page's settings with the version that its form posts; 0 until its first save. */
interface StoredPage<Page extends SettingsPage> {
  values: SettingsPages[Page];
  version: number;
}

/** One page of the settings as stored, for its form. */
export async function settingsPage<Page extends SettingsPage>(ctx: Context, page: Page): Promise<StoredPage<Page>> {
  authorize(ctx, "settings.manage");
  return await storedPage(ctx, page);
}

async function storedPage<Page extends SettingsPage>({ db }: Pick<Context, "db">, page: Page) {
  const row = await db.select().from(settings).where(eq(settings.key, page)).get();
  const values = { ...defaultSettings[page], ...(row?.value as Partial<SettingsPages[Page]> | undefined) };
  return { values, version: row?.version ?? 0 };
}

/**
 * Saves one page of the settings with its history and the new revision, and does what belongs to it in `also`, in one
 * batch (rules.md settings/pages). `values` hold what the form has; the page's other values stay. Throws Conflict for a
 * stale version.
 */
export async function saveSettings<Page extends SettingsPage>(
  ctx: Context,
  page: Page,
  { version, ...values }: { version: number } & Partial<SettingsPages[Page]>,
  also: readonly BatchStatement[] = [],
): Promise<void> {
  authorize(ctx, "settings.manage");
  const stored = await storedPage(ctx, page);
  if (stored.version !== version) throw staleRecord();
  const value = { ...stored.values, ...(values as unknown as Partial<SettingsPages[Page]>) };
  const changes = changesBetween(stored.values, value);
  // The first save counts even when it keeps the defaults, because it ends a step of the set-up.
  const isFirst = stored.version === 0;
  if (changes.length === 0 && also.length === 0 && !isFirst) return;
  const { db, now } = ctx;
  await atomicBatch(db, [
    db
      .insert(settings)
      .values({ key: page, value, version: 1, updatedAt: now })
      .onConflictDoUpdate({
        target: settings.key,
        set: { value, version: sql`${settings.version} + 1`, updatedAt: now },
        setWhere: eq(settings.version, version),
      }),
    assertRowsChanged(db),
    db
      .insert(settings)
      .values({ key: REVISION, value: {}, version: 1, updatedAt: now })
      .onConflictDoUpdate({
        target: settings.key,
        set: { version: sql`${settings.version} + 1`, updatedAt: now },
      }),
    historyStatement(ctx, {
      entity: "settings",
      entityId: page,
      action: isFirst && changes.length === 0 ? "Defaults confirmed" : "Settings changed",
      changes,
    }),
    ...also,
  ]).catch(conflictOnPreconditionFailed);
  forgetSettings(db);
}

/** One change per value that differs. Lists and groups are stored as JSON. */
function changesBetween(before: object, after: object): HistoryChange[] {
  const asText = (value: unknown) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value);
  const [old, next] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys({ ...old, ...next }).flatMap((field) => {
    const [from, to] = [asText(old[field] ?? null), asText(next[field] ?? null)];
    return from === to ? [] : [{ field, before: from, after: to } as HistoryChange];
  });
}
