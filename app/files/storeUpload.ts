import { authorize } from "~/domain/access";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { type Context, userOf } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { keepFile } from "~/domain/uploads/keepFile";
import { scanFile } from "./scanFile";
import { sniffContent, type Unusable } from "./sniffContent";
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
  { field = "" }: { field?: string } = {},
): Promise<StoredUpload> {
  const { permission, maxBytes } = uploadKinds[kind];
  authorize(ctx, permission);
  const ownerId = userOf(ctx.actor)?.id ?? null;
  await consumeRateLimit(ctx, "upload", ownerId);
  const allowed = `Allowed types: ${allowedTypesText(kind)}`;
  const tooLarge = () => new Invalid(`'${sent.name}' is larger than ${maxSizeText(kind)}. ${allowed}`, "file");
  if (sent.size > maxBytes) throw tooLarge();
  if (sent.size === 0) throw new Invalid(`'${sent.name}' is empty`, "file");
  const megabytes = Math.ceil(sent.size / 1_000_000);
  await consumeRateLimit(ctx, "uploadMegabytes", ownerId, megabytes);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const type = sniffContent(bytes);
  if (!isAllowed(kind, type)) {
    const reason = reasonOf(kind, sent.name, type, bytes);
    throw new Invalid(`'${sent.name}' ${reason ?? `cannot be used. ${allowed}`}`, "file");
  }

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

const isAllowed = (kind: UploadKind, type: FileType | Unusable): type is FileType =>
  (uploadKinds[kind].types as readonly string[]).includes(type);

/** A line end, tab, comma or semicolon: without any, a text is no table that was saved with another ending. */
const isTableSign = (byte: number) => byte === 0x0a || byte === 0x09 || byte === 0x2c || byte === 0x3b;
const OTHER_FORMATS = { webPage: "a web page", richText: "rich text (RTF)", csv: "plain text" };

/** Why a file cannot be used whose kind is asked for here; null where the list of types says it. */
function reasonOf(kind: UploadKind, name: string, type: FileType | Unusable, bytes: Uint8Array): string | null {
  const [, format] = /\.(doc|xls)x?$/i.exec(name) ?? [];
  const modern = format?.toLowerCase() === "doc" ? "docx" : "xlsx";
  const isOffice = format !== undefined && isAllowed(kind, modern);
  if (type === "damaged" && isOffice) return "is incomplete or damaged. Save or download it again, then upload it.";
  if (type === "protected" && (isAllowed(kind, "docx") || isAllowed(kind, "xlsx")))
    return "is protected with a password. Save it without one and upload it again.";
  if (type === "macros" && (isAllowed(kind, "docx") || isAllowed(kind, "xlsx")))
    return "contains macros. Save it without macros, as .docx or .xlsx, and upload it again.";
  const other = type in OTHER_FORMATS && OTHER_FORMATS[type as keyof typeof OTHER_FORMATS];
  if (!other || !isOffice || (type === "csv" && !bytes.some(isTableSign))) return null;
  return `is ${other}, not ${modern === "docx" ? "a Word" : "an Excel"} file. Open it, save it as .${modern} and upload it again.`;
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
