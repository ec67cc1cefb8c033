import { decodeText } from "~/format/decodeText";
import { unpack, zipEntries } from "~/format/zipEntries";
import type { FileType } from "./uploadKinds";

/** Why a file cannot be used. `unknown`: it is of no type that may be stored. */
export type Unusable = "protected" | "macros" | "damaged" | "webPage" | "richText" | "unknown";

/** Detects the file type from its bytes, never from its name (S16). */
export function sniffContent(bytes: Uint8Array): FileType | Unusable {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (asciiAt(bytes, 0, 6) === "GIF87a" || asciiAt(bytes, 0, 6) === "GIF89a") return "gif";
  if (asciiAt(bytes, 0, 4) === "RIFF" && asciiAt(bytes, 8, 4) === "WEBP") return "webp";
  if (starts(0x50, 0x4b, 0x03, 0x04)) return openXmlType(bytes);
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return compoundType(bytes);
  const head = asciiAt(bytes, 0, PDF_HEAD_BYTES).replace(/^[\0-\x20\xbb\xbf\xef]+/, "");
  if (!PROGRAM_START.test(head) && /%PDF-[12]\.\d/.test(head)) return "pdf";
  return textType(bytes);
}

/** Readers of PDF files look for its mark in as many bytes: printers, web servers and old Macs write before it. */
const PDF_HEAD_BYTES = 1024;
/** How pages, scripts and programs begin, which must not pass as a PDF because of its mark. */
const PROGRAM_START = /^(?:<|#!|%!|\{\\rtf|MZ|\/[/*]|(?:var|let|const|function|import|eval|alert|document|window)\b)/i;

/**
 * A text that is no page, script or drawing is CSV: a kind that accepts CSV files is sent as a download. Spreadsheets
 * also write CSV in Windows-1252 and UTF-16.
 */
function textType(bytes: Uint8Array): FileType | Unusable {
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: only binary formats have them
  if (text.length === 0 || /[\u0000-\u0008\u000e-\u001f]/.test(text)) return "unknown";
  const start = /^\s*(<|%!|\{\\rtf|#!|MIME-Version:)/.exec(text)?.[1];
  if (start === undefined) return "csv";
  if (start === "{\\rtf") return "richText";
  return start === "<" || start === "MIME-Version:" ? "webPage" : "unknown";
}

const asciiAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Names of parts in lower case, as zipEntries lists them. */
const CONTENT_TYPES = "[content_types].xml";
const openXml = [
  { type: "docx", contentType: /wordprocessingml\.document\.main\+xml$/i },
  { type: "xlsx", contentType: /spreadsheetml\.sheet\.main\+xml$/i },
] as const;

/**
 * Distinguishes docx and xlsx by the main part, which the list of content types names: Word Online writes
 * `word/document2.xml`. The list is the only part that is unpacked (rules.md costs/archives).
 */
function openXmlType(bytes: Uint8Array): FileType | Unusable {
  try {
    const entries = zipEntries(bytes);
    const contentTypes = entries.get(CONTENT_TYPES);
    const listed = contentTypes && unpack(contentTypes, MAX_PART_BYTES);
    if (!listed) return "unknown";
    const parts = [...decodeText(listed).matchAll(/<(?:\w+:)?Override\s([^>]*)>/g)].map(([, attributes = ""]) => ({
      name: quoted(/\bPartName\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes)),
      contentType: quoted(/\bContentType\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes)),
    }));
    if ([...entries.keys()].some((name) => name.endsWith("vbaproject.bin"))) return "macros";
    if (parts.some(({ contentType }) => /(?<!binary\.)macroEnabled/i.test(contentType))) return "macros";
    const isMain = (main: RegExp) =>
      parts.some(
        ({ name, contentType }) => main.test(contentType) && entries.has(name.replace(/^\//, "").toLowerCase()),
      );
    return openXml.find(({ contentType }) => isMain(contentType))?.type ?? "unknown";
  } catch {
    return "damaged";
  }
}

const quoted = (attribute: RegExpExecArray | null) => attribute?.slice(1).find(Boolean) ?? "";

const FIRST_SPECIAL_SECTOR = 0xfffffffa;
const DIRECTORY_ENTRY_BYTES = 128;
const TABLE_SECTORS_IN_HEADER = 109;

/** Storages and streams of macros in doc and xls files. */
const MACROS = ["_VBA_PROJECT", "_VBA_PROJECT_CUR", "VBA", "Macros"].map((name) => name.toLowerCase());
/** 4,096 names and more. A longer directory is forged, or hides a name at its end. */
const MAX_DIRECTORY_SECTORS = 1024;

/**
 * Distinguishes doc and xls by the stream names in the compound file. Installers and mails use the same format, and a
 * docx or xlsx with a password.
 */
function compoundType(bytes: Uint8Array): FileType | Unusable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const names = compoundStreamNames(view);
    if (names.has("EncryptedPackage")) return "protected";
    if ([...names].some((name) => MACROS.includes(name.toLowerCase()))) return "macros";
    if (names.has("WordDocument")) return "doc";
    return names.has("Workbook") || names.has("Book") ? "xls" : "unknown";
  } catch (error) {
    // A pointer outside the file: damaged or forged.
    if (error instanceof RangeError) return "damaged";
    throw error;
  }
}

/** Stream names in the directory, a chain of sectors ([MS-CFB] 2.2 to 2.6). Throws RangeError for a broken chain. */
function compoundStreamNames(view: DataView): Set<string> {
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new RangeError("Unknown sector size");
  const sectorBytes = 1 << shift;
  const numberAt = (sector: number, index: number) => view.getUint32((sector + 1) * sectorBytes + index * 4, true);
  const perSector = sectorBytes / 4;

  /** Finds the sector of part `index` of the allocation table: in the header, then in the chain that continues it. */
  const tableSector = (index: number) => {
    if (index < TABLE_SECTORS_IN_HEADER) return view.getUint32(76 + index * 4, true);
    let holder = view.getUint32(68, true);
    let rest = index - TABLE_SECTORS_IN_HEADER;
    for (; rest >= perSector - 1; rest -= perSector - 1) holder = numberAt(holder, perSector - 1);
    return numberAt(holder, rest);
  };

  const names = new Set<string>();
  for (let sector = view.getUint32(48, true), step = 0; sector < FIRST_SPECIAL_SECTOR; step++) {
    // The chain of a forged file may loop.
    if (step === MAX_DIRECTORY_SECTORS) throw new RangeError("The directory does not end");
    const start = (sector + 1) * sectorBytes;
    for (let at = start; at < start + sectorBytes; at += DIRECTORY_ENTRY_BYTES) {
      const length = Math.min(view.getUint16(at + 64, true), 64);
      let name = "";
      for (let i = 0; i + 2 < length; i += 2) name += String.fromCharCode(view.getUint16(at + i, true));
      if (name) names.add(name);
    }
    sector = numberAt(tableSector(Math.floor(sector / perSector)), sector % perSector);
  }
  return names;
}
