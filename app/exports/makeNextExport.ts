import { can } from "~/domain/access";
import { contextOfUser } from "~/domain/accounts/contextOfUser";
import type { Context } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import {
  announceWaitingExports,
  claimExport,
  exportProgress,
  failExport,
  finishExport,
  type HeldExport,
  releaseExport,
} from "~/domain/exports/exportWork";
import { randomKey } from "~/domain/uploads/keepFile";
import type { Sheet } from "~/list/defineSheet";
import { PreconditionFailed } from "~db/client.server";
import { uploads } from "~db/schema";
import { SPREADSHEET_TYPE, spreadsheetName } from "./spreadsheet";
import { streamedSheet } from "./streamedSheet";

/** Rows between progress updates. At this rate a million rows stay within a Worker invocation's limit of statements. */
const TELL_EVERY = 10_000;

/**
 * Makes the oldest waiting export and wakes the queue for the next one, so that each gets a full invocation. On an
 * error it releases the export and rethrows, for a retry; with `lastTry` it marks it failed. If the consumer is
 * killed, the lease expires and the export restarts from the first row.
 */
export async function makeNextExport(ctx: Context, { lastTry }: { lastTry: boolean }): Promise<void> {
  const began = Date.now();
  /** The context at the current time, because leases are checked against it. */
  const current = (): Context => ({ ...ctx, now: ctx.now + (Date.now() - began) });
  const held = await claimExport(current());
  if (!held) return;
  const holding = { held };
  try {
    await makeExport(current, holding);
  } catch (error) {
    // Another consumer took over the lease. The sweep removes this file.
    if (!(error instanceof PreconditionFailed)) {
      await (lastTry ? failExport : releaseExport)(current(), holding.held).catch(() => undefined);
      if (!lastTry) throw error;
    }
  }
  await announceWaitingExports(current());
}

async function makeExport(current: () => Context, holding: { held: HeldExport }): Promise<void> {
  const { held } = holding;
  const ctx = current();
  const owner = await contextOfUser(ctx, held.ownerId);
  const exported = exportableLists[held.kind];
  // Permissions are checked when the export runs, not when it was requested.
  if (!owner || !can(owner.actor, exported.permission)) return await failExport(ctx, held);
  const sheet = await exported.fromSearch(owner, searchOf(held.search));
  const key = randomKey();
  const name = spreadsheetName(sheet.name, held.createdAt);
  // Row, object, commit (rules.md uploads/commit). Until it is attached, the file is an orphan that the sweep
  // removes.
  await ctx.db.insert(uploads).values({
    key,
    kind: "export",
    fileName: name,
    contentType: SPREADSHEET_TYPE,
    size: 0,
    ownerId: held.ownerId,
    createdAt: ctx.now,
  });
  let rows = 0;
  async function* counted(pages: Sheet["pages"]) {
    for await (const page of pages) {
      yield page;
      rows += page.length;
      if (rows - holding.held.rowsDone >= TELL_EVERY)
        holding.held = await exportProgress(current(), holding.held, rows);
    }
  }
  const size = await ctx.files.putStream(
    key,
    streamedSheet({ ...sheet, pages: counted(sheet.pages) }),
    SPREADSHEET_TYPE,
  );
  await finishExport(current(), holding.held, { key, size, name, rows });
}

/** Rebuilds the query string of the stored list. */
function searchOf(kept: HeldExport["search"]): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(kept)) for (const value of [values].flat()) search.append(name, value);
  return search;
}
