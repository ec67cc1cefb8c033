import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context } from "../context";
import type { EvidenceFile } from "../evidence/evidenceFile";
import { personalDataPermission } from "../exports/exportPermission";
import { requestPersonalData } from "../exports/requestPersonalData";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { tablesOfPeople } from "./dataTables";
import { personalDataFiles, personalDataName, personalDataSize } from "./personalDataFiles";

/** More is made in the background: a request may read this many files. */
const MAX_FILES = 100;
const MAX_BYTES = 50_000_000;
/** Files of a zip that has no others: two per table, the saved cards and the README. */
const LISTS = 2 * tablesOfPeople.filter(({ download }) => download).length + 2;

type PersonalData = { exportId: string } | { name: string; files: AsyncIterable<EvidenceFile> };

/**
 * Everything that concerns the actor, or `clientId` for staff, as the files of a zip. A large one is queued: its owner
 * gets a notification and a mail with the link (rules.md privacy/download). Throws NotFound, TooMany.
 */
export async function downloadPersonalData(ctx: Context, clientId = actorId(ctx)): Promise<PersonalData> {
  authorize(ctx, personalDataPermission(ctx.actor, clientId));
  // Each download reads all files of a person.
  await consumeRateLimit(ctx, "personalData", actorId(ctx));
  const { files, bytes } = await personalDataSize(ctx, clientId);
  recordSecurityEvent(ctx, { kind: "exported", userId: clientId, detail: `Personal data, ${files} files` });
  if (files > MAX_FILES || bytes > MAX_BYTES)
    return { exportId: await requestPersonalData(ctx, { clientId, files: files + LISTS }) };
  return { name: personalDataName(ctx.now), files: personalDataFiles(ctx, clientId) };
}
