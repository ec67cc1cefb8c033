import { contextOfUser } from "~/domain/accounts/contextOfUser";
import type { Context } from "~/domain/context";
import type { PartBudget } from "~/domain/exports/everythingFiles";
import { cursorOfPart, runOfPart, searchOfPart } from "~/domain/exports/everythingPart";
import { clientOfExport, mayExport } from "~/domain/exports/exportPermission";
import {
  announceWaitingExports,
  claimExport,
  exportProgress,
  failExport,
  finishExport,
  type HeldExport,
  releaseExport,
} from "~/domain/exports/exportWork";
import { personalDataFiles, personalDataName } from "~/domain/personalData/personalDataFiles";
import { randomKey } from "~/domain/uploads/keepFile";
import { PreconditionFailed } from "~db/client.server";
import { uploads } from "~db/schema";
import { everythingName, everythingZip } from "./everythingZip";
import { zipStream } from "./zipStream";

/** Files of a zip between progress updates. One may take seconds, and a lease lasts two minutes. */
const TELL_EVERY_FILES = 5;
/** Rows and files of everything between progress updates, or this much time: a file takes longer than a row. */
const TELL_EVERY_READS = 5_000;
const TELL_EVERY_MS = 15_000;
const ZIP = "application/zip";
const TOO_LARGE = "There is more than one zip can hold";

/**
 * Makes the oldest waiting export and wakes the queue for the next one, so that each gets a full invocation. On an
 * error it releases the export and rethrows, for a retry; with `lastTry` it marks it failed. If the consumer is
 * killed, the lease expires and the export restarts from its beginning. `budget` bounds a part of everything.
 */
export async function makeNextExport(
  ctx: Context,
  { lastTry, budget }: { lastTry: boolean; budget?: PartBudget },
): Promise<void> {
  const began = Date.now();
  /** The context at the current time, because leases are checked against it. */
  const current = (): Context => ({ ...ctx, now: ctx.now + (Date.now() - began) });
  const held = await claimExport(current());
  if (!held) return;
  const holding = { held };
  try {
    await makeExport(current, holding, budget);
  } catch (error) {
    // Another consumer took over the lease. The sweep removes this file.
    if (!(error instanceof PreconditionFailed)) {
      await (lastTry ? failExport : releaseExport)(current(), holding.held).catch(() => undefined);
      if (!lastTry) throw error;
    }
  }
  await announceWaitingExports(current());
}

async function makeExport(
  current: () => Context,
  holding: { held: HeldExport },
  budget: PartBudget | undefined,
): Promise<void> {
  const { held } = holding;
  const ctx = current();
  const owner = await contextOfUser(ctx, held.ownerId);
  // Permissions are checked when the export runs, not when it was requested. A list was queued by an earlier release.
  if (!owner || !isQueued(held.kind) || !mayExport(owner.actor, held)) return await failExport(ctx, held);
  let rows = 0;
  let toldAt = Date.now();
  /** Counts, and tells how far the file is. */
  const count = async (more: number) => {
    rows += more;
    const isLate = held.kind === "everything" && Date.now() - toldAt > TELL_EVERY_MS;
    const tellEvery = held.kind === "everything" ? TELL_EVERY_READS : TELL_EVERY_FILES;
    if (!isLate && rows - holding.held.rowsDone < tellEvery) return;
    holding.held = await exportProgress(current(), holding.held, rows);
    toldAt = Date.now();
  };
  const { name, body, next } = contentOf(owner, held, count, budget);
  const key = randomKey();
  // Row, object, commit (rules.md uploads/commit). Until it is attached, the file is an orphan that the sweep
  // removes.
  await ctx.db.insert(uploads).values({
    key,
    kind: "export",
    fileName: name,
    contentType: ZIP,
    size: 0,
    ownerId: held.ownerId,
    createdAt: ctx.now,
  });
  const size = await ctx.files.putStream(key, body, ZIP);
  await finishExport(current(), holding.held, { key, size, name, rows, next: next() });
}

const isQueued = (kind: HeldExport["kind"]) => kind === "everything" || kind === "personalData";

type Count = (more: number) => Promise<void>;

/** The zip that is streamed to the object store. `next` is asked when it was read, for the part that follows. */
function contentOf(owner: Context, held: HeldExport, count: Count, budget: PartBudget | undefined) {
  if (held.kind === "everything") {
    const from = cursorOfPart(held.search);
    const { part, body } = everythingZip(owner, { from, madeAt: held.createdAt, onRead: count, budget });
    const next = () => (part.next ? searchOfPart(runOfPart(held.search), part.next) : null);
    return { name: everythingName(held.createdAt, from.part), body, next };
  }
  const files = personalDataFiles(owner, clientOfExport(held.search), { sealed: false });
  const body = zipStream(counted(files, count), held.createdAt, TOO_LARGE);
  return { name: personalDataName(held.createdAt), body, next: () => null };
}

async function* counted<T>(files: AsyncIterable<T>, count: Count) {
  for await (const file of files) {
    yield file;
    await count(1);
  }
}
