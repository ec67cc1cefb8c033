import { strFromU8 } from "fflate";
import { decodeText } from "~/format/decodeText";
import { unpack, zipEntries } from "~/format/zipEntries";
import type { FileType } from "./uploadKinds";

/** Detects the file type from its bytes, never from its name. Returns null for types that may not be stored (S16). */
export function sniffContent(bytes: Uint8Array): FileType | null {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (asciiAt(bytes, 0, 6) === "GIF87a" || asciiAt(bytes, 0, 6) === "GIF89a") return "gif";
  if (asciiAt(bytes, 0, 4) === "RIFF" && asciiAt(bytes, 8, 4) === "WEBP") return "webp";
  if (asciiAt(bytes, 0, 5) === "%PDF-") return "pdf";
  if (starts(0x50, 0x4b, 0x03, 0x04)) return openXmlType(bytes);
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return compoundType(bytes);
  return isPlainText(bytes) ? "csv" : null;
}

/**
 * True for a text that is no page, script or drawing: a kind that accepts CSV files is sent as a download. Spreadsheets
 * also write CSV in Windows-1252 and UTF-16.
 */
function isPlainText(bytes: Uint8Array): boolean {
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: only binary formats have them
  return text.length > 0 && !/^\s*(?:<|%!|\{\\rtf|#!)|[\u0000-\u0008\u000e-\u001f]/.test(text);
}

const asciiAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Names of parts in lower case, as zipEntries lists them. */
const CONTENT_TYPES = "[content_types].xml";
const openXml = [
  { type: "docx", part: "word/document.xml", contentType: "wordprocessingml.document.main+xml" },
  { type: "xlsx", part: "xl/workbook.xml", contentType: "spreadsheetml.sheet.main+xml" },
] as const;

/**
 * Distinguishes docx and xlsx by the content types inside, the only part that is unpacked (rules.md costs/archives).
 * Rejects damaged archives and macros.
 */
function openXmlType(bytes: Uint8Array): FileType | null {
  try {
    const entries = zipEntries(bytes);
    if ([...entries.keys()].some((name) => name.endsWith("vbaproject.bin"))) return null;
    const contentTypes = entries.get(CONTENT_TYPES);
    const listed = contentTypes && unpack(contentTypes, MAX_PART_BYTES);
    if (!listed) return null;
    const text = strFromU8(listed);
    return openXml.find(({ part, contentType }) => entries.has(part) && text.includes(contentType))?.type ?? null;
  } catch {
    return null;
  }
}

const FIRST_SPECIAL_SECTOR = 0xfffffffa;
const DIRECTORY_ENTRY_BYTES = 128;
const TABLE_SECTORS_IN_HEADER = 109;

/** Storages and streams of macros in doc and xls files. */
const MACROS = ["_VBA_PROJECT", "_VBA_PROJECT_CUR", "VBA", "Macros"].map((name) => name.toLowerCase());
/** 4,096 names and more. A longer directory is forged, or hides a name at its end. */
const MAX_DIRECTORY_SECTORS = 1024;

/**
 * Distinguishes doc and xls by the stream names in the compound file. Installers and mails use the same format.
 * Rejects macros.
 */
function compoundType(bytes: Uint8Array): FileType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const names = compoundStreamNames(view);
    if ([...names].some((name) => MACROS.includes(name.toLowerCase()))) return null;
    if (names.has("WordDocument")) return "doc";
    return names.has("Workbook") || names.has("Book") ? "xls" : null;
  } catch (error) {
    // A pointer outside the file: damaged or forged.
    if (error instanceof RangeError) return null;
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
