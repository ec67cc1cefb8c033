import { eq } from "drizzle-orm";
import type { Db } from "~db/client.server";
import { settings } from "~db/schema";
import { REVISION, type Settings } from "../settings";
import { defaultSettings } from "./defaultSettings";
import { readSettings } from "./readSettings";

/** Read once per database binding and revision, so a page costs no round trip for them (rules.md settings/revision). */
const cached = new WeakMap<Db, Settings>();

async function reload(db: Db, from = db): Promise<Settings> {
  const read = await readSettings(from);
  cached.set(db, read);
  return read;
}

/**
 * The settings that this isolate knows. Reads them the first time, in `from`; a read that fails gives the defaults: no
 * setting takes a page down.
 */
export async function knownSettings(
  db: Db,
  onFailure: (error: unknown) => void,
  from: () => Db = () => db,
): Promise<Settings> {
  try {
    return cached.get(db) ?? (await reload(db, from()));
  } catch (error) {
    onFailure(error);
    return defaultSettings;
  }
}

/** After a save: the next request of this isolate reads the settings again, also one without a session. */
export const forgetSettings = (db: Db): void => void cached.delete(db);

/** The settings of `revision`, which came with a session: one statement when this isolate has others. */
export async function settingsOfRevision(db: Db, known: Settings, revision: number): Promise<Settings> {
  return known.revision === revision ? known : await reload(db);
}

/** For requests without a session: looks after the answer whether the settings have changed, for the next request. */
export async function refreshSettings(db: Db, known: Settings, from = db): Promise<void> {
  const row = await from.select({ version: settings.version }).from(settings).where(eq(settings.key, REVISION)).get();
  if (known.revision !== (row?.version ?? 0)) await reload(db, from);
}
