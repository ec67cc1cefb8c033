import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import type { HistoryEntity } from "~db/schema/history";
import { checkUploads } from "../catalogue/storedService";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Invalid, NotFound, staleRecord } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { recordKindLabels } from "../history/recordKinds";
import { replaceUploads } from "../uploads/usableUploads";
import { namesOf, type RecordFields } from "./recordFields";

/** A table of records that are deleted by a mark and carry a version. */
type RecordTable = SQLiteTable & Record<"id" | "version" | "deletedAt", SQLiteColumn>;
type Row<Table extends RecordTable> = Table["$inferSelect"];
/** What this file reads of a row. */
type AnyRow = Record<string, string | number | boolean | null | object> & { id: string; version: number };

/** What holds a record's uploads. */
export const recordHolder = (entity: HistoryEntity, id: string) => `${entity}:${id}`;

const isStored = (table: RecordTable, id: string) => and(eq(table.id, id), isNull(table.deletedAt));

/** Loads a record, of those that `visible` selects. Throws NotFound, also for a deleted one. */
export async function storedRecord<Table extends RecordTable>(ctx: Context, table: Table, id: string, visible?: SQL) {
  const row = await ctx.db
    .select()
    .from(table as SQLiteTable)
    .where(and(isStored(table, id), visible))
    .get();
  if (!row) throw new NotFound();
  return row as Row<Table>;
}

/**
 * The record that an input changes; null for a new one. Throws NotFound, Invalid without a version and Conflict for a
 * stale one (rules.md forms/version).
 */
export async function recordToChange<Table extends RecordTable>(
  ctx: Context,
  table: Table,
  { id, version }: { id?: string | undefined; version?: number | undefined },
) {
  if (id === undefined) return null;
  const stored = await storedRecord(ctx, table, id);
  if (version === undefined) throw new Invalid("Version is required", "version");
  if (version !== (stored as AnyRow).version) throw staleRecord();
  return stored;
}

interface RecordChange<Table extends RecordTable> {
  table: Table;
  entity: HistoryEntity;
  fields: RecordFields;
  /** Null for a new record. */
  stored: Row<Table> | null;
  /** A value for each field. */
  values: Partial<Row<Table>>;
}

/**
 * Writes a record with its uploads and its history. Throws Invalid for a file that the actor may not use, and Conflict
 * when someone else was faster.
 */
export async function saveRecord<Table extends RecordTable>(
  ctx: Context,
  { table, entity, fields, values, ...change }: RecordChange<Table>,
): Promise<Row<Table>> {
  const { db, now } = ctx;
  const stored = change.stored as AnyRow | null;
  const row = (
    stored
      ? { ...stored, ...values, version: stored.version + 1 }
      : { ...values, id: newId(now), createdAt: now, deletedAt: null, version: 1 }
  ) as AnyRow;

  const holder = recordHolder(entity, row.id);
  const uploads = namesOf(fields, "upload")
    .filter((name) => row[name] !== null)
    .map((name) => ({ field: name, key: String(row[name]), kind: fields[name]!.file! }));
  await checkUploads(ctx, uploads, holder);
  const keys = uploads.map(({ key }) => key);

  await atomicBatch(db, [
    stored
      ? db
          .update(table as RecordTable)
          .set({ ...values, version: sql`${table.version} + 1` })
          .where(and(isStored(table, row.id), eq(table.version, stored.version)))
      : db.insert(table as RecordTable).values(row),
    assertRowsChanged(db),
    ...replaceUploads(ctx, keys, holder),
    historyStatement(ctx, {
      entity,
      entityId: row.id,
      action: `${recordKindLabels[entity]} ${stored ? "updated" : "created"}`,
      changes: stored ? changedFields(Object.keys(fields), stored, row) : [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return row as Row<Table>;
}

/** Marks a record as deleted. The sweep removes its file. Throws NotFound. */
export async function deleteRecord(ctx: Context, table: RecordTable, entity: HistoryEntity, id: string): Promise<void> {
  const { name } = await storedRecord(ctx, table, id);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(table)
      .set({ deletedAt: ctx.now, version: sql`${table.version} + 1` })
      .where(isStored(table, id)),
    assertRowsChanged(ctx.db),
    ...replaceUploads(ctx, [], recordHolder(entity, id)),
    historyStatement(ctx, {
      entity,
      entityId: id,
      action: `${recordKindLabels[entity]} deleted: ${name}`,
      changes: [],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
