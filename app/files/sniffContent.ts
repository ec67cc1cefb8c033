import { strFromU8, unzipSync } from "fflate";
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
  return null;
}

const asciiAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const MAX_PART_BYTES = 8 * 1024 * 1024;
const CONTENT_TYPES = "[Content_Types].xml";
const openXml = [
  { type: "docx", part: "word/document.xml", contentType: "wordprocessingml.document.main+xml" },
  { type: "xlsx", part: "xl/workbook.xml", contentType: "spreadsheetml.sheet.main+xml" },
] as const;

/** Distinguishes docx and xlsx by the content types inside. Rejects damaged archives and macros. */
function openXmlType(bytes: Uint8Array): FileType | null {
  try {
    const names = new Set<string>();
    const parts = unzipSync(bytes, {
      // Unpacks only the small parts that decide, so a zip bomb stays packed.
      filter: ({ name, originalSize }) => {
        names.add(name);
        return (name === CONTENT_TYPES || openXml.some(({ part }) => part === name)) && originalSize <= MAX_PART_BYTES;
      },
    });
    const listed = parts[CONTENT_TYPES] ? strFromU8(parts[CONTENT_TYPES]) : "";
    if ([...names].some((name) => name.toLowerCase().endsWith("vbaproject.bin"))) return null;
    return openXml.find(({ part, contentType }) => names.has(part) && listed.includes(contentType))?.type ?? null;
  } catch {
    return null;
  }
}

const FIRST_SPECIAL_SECTOR = 0xfffffffa;
const DIRECTORY_ENTRY_BYTES = 128;
const TABLE_SECTORS_IN_HEADER = 109;

/** Distinguishes doc and xls by the stream names in the compound file. Installers and mails use the same format. */
function compoundType(bytes: Uint8Array): FileType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const names = compoundStreamNames(view);
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
  // Capped, because the chain of a forged file may loop. 64 sectors hold at least 256 streams.
  for (let sector = view.getUint32(48, true), step = 0; sector < FIRST_SPECIAL_SECTOR && step < 64; step++) {
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
