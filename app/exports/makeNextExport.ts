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

/** Rows between two words of how far it is: a million rows in statements that one invocation of a Worker may send. */
const TELL_EVERY = 10_000;

/**
 * Makes the export that waits longest, and wakes the queue for the next: each has an invocation, with its limits, of its
 * own. A fault gives the export back and is thrown, for the caller to try again; with `lastTry` it fails for good. A
 * consumer that is killed says nothing: its lease ends and the next one makes the export anew, from the first row, as a
 * file half written cannot be gone on with.
 */
export async function makeNextExport(ctx: Context, { lastTry }: { lastTry: boolean }): Promise<void> {
  const began = Date.now();
  /** The context with the time that it is by now: leases are counted by it. */
  const current = (): Context => ({ ...ctx, now: ctx.now + (Date.now() - began) });
  const held = await claimExport(current());
  if (!held) return;
  const holding = { held };
  try {
    await makeExport(current, holding);
  } catch (error) {
    // Somebody else has it: what was made here is nobody's, and swept.
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
  // Rights are those of today, not of the moment it was asked for.
  if (!owner || !can(owner.actor, exported.permission)) return await failExport(ctx, held);
  const sheet = await exported.fromSearch(owner, searchOf(held.search));
  const key = randomKey();
  const name = spreadsheetName(sheet.name, held.createdAt);
  // Row, object, commit (rules.md uploads/commit): until it is attached it is an orphan that the sweep takes.
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

/** The kept address of the list, as it was. */
function searchOf(kept: HeldExport["search"]): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(kept)) for (const value of [values].flat()) search.append(name, value);
  return search;
}
