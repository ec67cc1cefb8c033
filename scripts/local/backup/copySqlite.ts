import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const ATTEMPTS = 40;
const PAUSE_MS = 50;
const LOG_HEADER_BYTES = 32;

/**
 * Copies a SQLite database and its write-ahead log while another process may write to it.
 *
 * The log only grows until SQLite starts it again with a new header. Pages that reach the file during the copy come
 * from the log, so file first and log second are the database as of the log's last whole transaction, if its header is
 * the same. Throws an Error that names a file that never came to rest.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(PAUSE_MS);
    const before = generationOf(from);
    copyFileSync(from, to);
    rmSync(logOf(to), { force: true });
    if (existsSync(logOf(from))) copyFileSync(logOf(from), logOf(to));
    if (generationOf(from) === before) return;
  }
  throw new Error(`${from} is written to faster than it can be copied. Stop the portal, then make the copy.`);
}

const logOf = (file: string) => `${file}-wal`;

/** Changes when SQLite starts the log again. Without a log every change is one of the file itself. */
function generationOf(file: string): string {
  const log = logOf(file);
  if (!existsSync(log) || statSync(log).size < LOG_HEADER_BYTES) {
    const { size, mtimeNs } = statSync(file, { bigint: true });
    return `${size} ${mtimeNs}`;
  }
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  const opened = openSync(log, "r");
  try {
    readSync(opened, header, 0, LOG_HEADER_BYTES, 0);
  } finally {
    closeSync(opened);
  }
  return header.toString("hex");
}
