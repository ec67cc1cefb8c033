import { writeIn } from "~/format/language";
import { languageTable } from "~/format/languageTable.server";
import type { Db } from "~db/client.server";
import { settings } from "~db/schema";
import { REVISION, type Settings, type SettingsPage } from "../settings";
import { defaultSettings } from "./defaultSettings";

/**
 * The stored settings over the defaults, in one statement. A page that was never saved has its defaults, and so has a
 * value that a newer release added: the previous release runs on the new rows for a minute. Dates and numbers are
 * written in the language of what was read from here on (rules.md pages/language).
 */
export async function readSettings(db: Db): Promise<Settings> {
  const read: Settings = { ...defaultSettings };
  for (const { key, value, version } of await db.select().from(settings)) {
    if (key === REVISION) read.revision = version;
    else if (key in defaultSettings)
      Object.assign(read, { [key]: { ...defaultSettings[key as SettingsPage], ...(value as object) } });
  }
  writeIn(languageTable(read.brand.language));
  return read;
}
