import { authorize } from "~/domain/access";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { type Context, userOf } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { keepFile } from "~/domain/uploads/keepFile";
import { uploadOwner } from "~/domain/uploads/uploadOwners";
import { scanFile } from "./scanFile";
import { sniffContent } from "./sniffContent";
import {
  allowedTypesText,
  type FileType,
  fileTypes,
  maxBytesOf,
  maxSizeText,
  type UploadKind,
  uploadKinds,
} from "./uploadKinds";

export interface StoredUpload {
  key: string;
  /** `/files/{key}`. */
  url: string;
  name: string;
  /** Bytes. */
  size: number;
}

/**
 * Keeps one file: size, content, malware, then row, object and commit in that order, so that a kill in between shows
 * nothing (rules.md uploads/commit, uploads/content, uploads/kinds, uploads/scan). Throws Invalid with the file's name
 * and what is allowed.
 */
export async function storeUpload(
  ctx: Context,
  kind: UploadKind,
  sent: File,
  { draftId, field = "" }: { draftId?: string | null; field?: string } = {},
): Promise<StoredUpload> {
  const { permission, maxBytes, types } = uploadKinds[kind];
  authorize(ctx, permission);
  const ownerId = uploadOwner(ctx.actor, draftId);
  await consumeRateLimit(ctx, "upload", ownerId);
  const allowed = `Allowed types: ${allowedTypesText(kind)}`;
  const tooLarge = () => new Invalid(`'${sent.name}' is larger than ${maxSizeText(kind)}. ${allowed}`, "file");
  if (sent.size > maxBytes) throw tooLarge();
  if (sent.size === 0) throw new Invalid(`'${sent.name}' is empty`, "file");
  const megabytes = Math.ceil(sent.size / 1_000_000);
  if (userOf(ctx.actor)) await consumeRateLimit(ctx, "uploadMegabytes", ownerId, megabytes);
  else await consumeRateLimit(ctx, "visitorMegabytes", null, megabytes);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const type = sniffContent(bytes);
  if (type === null || !(types as readonly FileType[]).includes(type))
    throw new Invalid(`'${sent.name}' cannot be used. ${allowed}`, "file");

  if (sent.size > maxBytesOf(kind, type)) throw tooLarge();

  const name = safeName(sent.name, type);
  const { contentType } = fileTypes[type];
  await scanFile(ctx, { name, bytes, contentType });
  const key = await keepFile(ctx, {
    key: await formFileKey(ctx, `${kind} ${field}`, bytes),
    kind,
    name,
    contentType,
    bytes,
    scanned: ctx.fileScanner !== undefined,
    ownerId,
  });
  return { key, url: fileAddress(key), name, size: sent.size };
}

/** The same file in the same place of the same form has the same key: a form sent again stores it once. */
async function formFileKey({ form, signer }: Context, place: string, bytes: Uint8Array) {
  if (!form) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return (await signer.mac("upload", `${form.key} ${place} ${hash.join(".")}`)).slice(0, 32);
}

/** The name without folders and control characters, at most 120 characters, with an ending that tells the truth. */
function safeName(given: string, type: FileType) {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const clean = last.replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, "").trim();
  const endings: readonly string[] = fileTypes[type].extensions;
  const endsWell = (name: string) => endings.find((one) => name.toLowerCase().endsWith(one));
  const named = endsWell(clean) ? clean : clean.replace(/\.[^.]{0,5}$/, "");
  const ending = endsWell(named) ?? endings[0]!;
  const stem = endsWell(named) ? named.slice(0, -ending.length) : named;
  return `${[...(stem || "file")].slice(0, 120).join("")}${ending}`;
}
