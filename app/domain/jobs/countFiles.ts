import { eq, sql } from "drizzle-orm";
import { fileCounts } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";

const ROW = 1;
/** Bounds one run to 250,000 files; the next goes on after the last of them. */
const MAX_PAGES = 250;

/** Counts the files of the object store and their bytes once a day, for the health page. */
export async function countFiles({ db, now, files, actor }: Context): Promise<void> {
  authorize({ actor }, "files.sweep");
  const row = await db.select().from(fileCounts).where(eq(fileCounts.id, ROW)).get();
  if (row?.countedAt && row.lastKey === null && now - row.countedAt < DAY_MS) return;
  let lastKey = row?.lastKey ?? null;
  const seen = { files: row?.seenFiles ?? 0, bytes: row?.seenBytes ?? 0 };
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await files.list(lastKey);
    seen.files += page.files;
    seen.bytes += page.bytes;
    lastKey = page.last;
    if (lastKey === null) break;
  }
  const state =
    lastKey === null
      ? { ...seen, countedAt: now, lastKey, seenFiles: 0, seenBytes: 0 }
      : { lastKey, seenFiles: seen.files, seenBytes: seen.bytes };
  await db
    .insert(fileCounts)
    .values({ id: ROW, ...state })
    // A run that overlaps with this one counts the same files, so the first of both counts.
    .onConflictDoUpdate({
      target: fileCounts.id,
      set: state,
      setWhere: sql`${fileCounts.lastKey} is ${row?.lastKey ?? null}`,
    });
}
