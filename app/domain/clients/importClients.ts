import { type SQL, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { insertFrom, insertMany } from "~db/insertRows";
import { attributions, outbox, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyOfRows, historyStatement } from "../history/historyStatement";
import { type ClientRow, type ImportedClient, readClientRows } from "./readClientRows";

/** A statement stays far below D1's limit of 1 MB, and a batch below a second. */
const CHUNK = 100;

export interface ImportPreview {
  rows: ClientRow[];
  /** Rows that would become clients. */
  importable: number;
  /** Rows whose address an account or an earlier row has; they are left out. */
  known: ClientRow[];
  wrong: number;
}

/** Compares a list with the accounts and writes nothing. Throws Invalid as readClientRows does. */
export async function previewImport(ctx: Context, text: string): Promise<ImportPreview> {
  authorize(ctx, "clients.import");
  const rows = readClientRows(text);
  const fresh = new Set(await unknownOf(ctx, rows));
  const wrong = rows.filter(({ errors }) => errors.length > 0).length;
  const known = rows.filter(({ client }) => client && !fresh.has(client));
  return { rows, importable: fresh.size, wrong, known };
}

/**
 * Creates the clients of a list as LEADs without a password (rules.md clients/import). With `invite` each new one gets
 * the mail with a link to choose it. Rows with errors, and rows whose address is known, are left out. Written in parts
 * that can be killed and repeated: an address becomes one client with one mail. The entry of the whole import comes
 * last. Returns the numbers of new and known clients.
 */
export async function importClients(
  ctx: Context,
  text: string,
  { invite = false }: { invite?: boolean } = {},
): Promise<{ imported: number; known: number }> {
  authorize(ctx, "clients.import");
  const rows = readClientRows(text);
  const fresh = await unknownOf(ctx, rows);
  const made = fresh.map((client) => ({
    client,
    id: newId(ctx.now),
    historyId: newId(ctx.now),
    mailId: newId(ctx.now),
  }));
  for (let from = 0; from < made.length; from += CHUNK) await writeChunk(ctx, made.slice(from, from + CHUNK), invite);
  if (invite) ctx.after(() => ctx.publish.outboxWaiting());
  const usable = rows.filter(({ client }) => client).length;
  const { imported } = (await ctx.db.get<{ imported: number }>(
    sql`select count(*) as imported from users where id in (select value from json_each(${JSON.stringify(made.map(({ id }) => id))}))`,
  ))!;
  const known = usable - imported;
  await atomicBatch(ctx.db, [
    historyStatement(ctx, {
      entity: "settings",
      entityId: "import",
      action: "Clients imported",
      changes: [
        { field: "imported", before: null, after: imported },
        { field: "known", before: null, after: known },
        ...(invite ? [{ field: "invited", before: null, after: imported }] : []),
      ],
    }),
  ]);
  return { imported, known };
}

/** The clients of rows whose address no account has. */
async function unknownOf(ctx: Context, rows: readonly ClientRow[]): Promise<ImportedClient[]> {
  const wanted = rows.flatMap(({ client, repeated }) => (client && !repeated ? [client] : []));
  const addresses = JSON.stringify(wanted.map(({ email }) => foldText(email)));
  const found = await ctx.db.all<{ email: string }>(
    sql`select u.email_folded as email from json_each(${addresses}) one
      join users u on u.email_folded = one.value and u.deleted_at is null`,
  );
  const known = new Set(found.map(({ email }) => email));
  return wanted.filter(({ email }) => !known.has(foldText(email)));
}

interface MadeClient {
  client: ImportedClient;
  id: string;
  historyId: string;
  mailId: string;
}

async function writeChunk(ctx: Context, made: readonly MadeClient[], invite: boolean) {
  const { db, now } = ctx;
  // Another request may have taken an address since: only stored rows go on.
  const ids = made.map(({ id, historyId, mailId }) => [id, historyId, mailId]);
  const stored = sql`json_each(${JSON.stringify(ids)}) made
    join users u on u.id = made.value ->> 0`;
  await atomicBatch(db, [
    insertMany(
      db,
      users,
      made.map(({ id, client: { importedId, ...client } }) => ({
        ...client,
        id,
        importedId: importedId || null,
        emailFolded: foldText(client.email),
        firstNameFolded: foldText(client.firstName),
        lastNameFolded: foldText(client.lastName),
        companyFolded: foldText(client.company ?? "") || null,
        role: "CUSTOMER" as const,
        createdAt: now,
      })),
    ).onConflictDoNothing(),
    // Clients created by staff have no referrer (rules.md affiliates/attribution).
    insertFrom(
      db,
      attributions,
      { userId: sql`u.id`, reason: "madeByStaff", decidedAt: now },
      sql`from ${stored} where true`,
    ).onConflictDoNothing(),
    historyOfRows(ctx, {
      entity: "user",
      action: "Client imported",
      id: sql`made.value ->> 1`,
      entityId: sql`u.id`,
      changes: sql`json_array(json_object('field', 'email', 'before', null, 'after', u.email))`,
      from: stored,
    }),
    ...(invite ? [invitations(ctx, stored)] : []),
  ]);
}

/** The outbox rows of the stored clients' invitations. Not urgent, or thousands would delay a password reset. */
const invitations = ({ db, now }: Context, stored: SQL) =>
  insertFrom(
    db,
    outbox,
    {
      id: sql`made.value ->> 2`,
      kind: "passwordReset",
      dedupeKey: sql`'passwordReset:' || (made.value ->> 2)`,
      payload: sql`json_object('kind', 'passwordReset', 'userId', u.id, 'purpose', 'invitation')`,
      createdAt: now,
      availableAt: now,
    },
    sql`from ${stored} where true`,
  ).onConflictDoNothing();
