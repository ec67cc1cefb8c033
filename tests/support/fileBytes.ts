import { strFromU8, strToU8, type Zippable, zipSync } from "fflate";

/** The same bytes for the same parts: a ZIP names the time at which it was made, to two seconds. */
const zip = (parts: Zippable, options?: { level: 0 }) =>
  zipSync(parts, { ...options, mtime: "2026-01-01T00:00:00" }) as Uint8Array<ArrayBuffer>;

const contentTypes = (part: string, type: string) =>
  strToU8(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}"/></Types>`,
  );

/** The smallest archives that pass as Office files. `extra` adds parts, `type` sets the declared content type. */
export const xlsxBytes = (
  extra: Record<string, Uint8Array> = {},
  type = "spreadsheetml.sheet.main+xml",
): Uint8Array<ArrayBuffer> =>
  zip({
    "[Content_Types].xml": contentTypes("xl/workbook.xml", type),
    "xl/workbook.xml": strToU8("<workbook/>"),
    ...extra,
  });
export const docxBytes = () =>
  zip({
    "[Content_Types].xml": contentTypes("word/document.xml", "wordprocessingml.document.main+xml"),
    "word/document.xml": strToU8("<document/>"),
  });

/** An Office file whose list of content types names this main part, as `entry` writes it. */
export const openXmlBytes = (
  partName: string,
  type = "wordprocessingml.document.main+xml",
  entry = (part: string, contentType: string) => `<Override PartName="${part}" ContentType="${contentType}"/>`,
) =>
  zip({
    "[Content_Types].xml": strToU8(
      `<?xml version="1.0"?><Types>${entry(partName, `application/vnd.openxmlformats-officedocument.${type}`)}</Types>`,
    ),
    [partName.replace(/^\//, "")]: strToU8("<main/>"),
  });

/** A compound file (.doc, .xls) whose directory in the given sector lists these streams. */
export function compoundBytes(streams: string[], directorySector = 1): Uint8Array<ArrayBuffer> {
  const sectors = Math.max(directorySector + 1, 2);
  const bytes = new Uint8Array(512 * (sectors + 1));
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint32(48, directorySector, true);
  view.setUint32(68, 0xfffffffe, true);
  for (let i = 0; i < 109; i++) view.setUint32(76 + i * 4, 0, true);
  // Sector 0 is the allocation table; every chain has one sector.
  for (let i = 0; i < 128; i++) view.setUint32(512 + i * 4, 0xfffffffe, true);
  ["Root Entry", ...streams].forEach((name, index) => {
    const at = 512 * (directorySector + 1) + index * 128;
    for (let i = 0; i < name.length; i++) view.setUint16(at + i * 2, name.charCodeAt(i), true);
    view.setUint16(at + 64, (name.length + 1) * 2, true);
  });
  return bytes;
}

export const pngBytes = () =>
  Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (c) => c.charCodeAt(0),
  );
export const jpegBytes = () => Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xd9]);
export const pdfBytes = () => new Uint8Array(new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"));

export const aFile = (bytes: Uint8Array<ArrayBuffer> | string, name: string, type = "application/octet-stream") =>
  new File([bytes], name, { type });

/** Where the signature of a zip record stands, in the order of the file. */
function recordsOf(bytes: Uint8Array, signature: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at++) if (view.getUint32(at, true) === signature) places.push(at);
  return { view, places };
}
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;

/** A spreadsheet whose list of content types unpacks to `size` bytes and claims another size. */
export function lyingXlsxBytes(size: number, claimed = 100): Uint8Array<ArrayBuffer> {
  const bytes = xlsxBytes({
    "[Content_Types].xml": strToU8(
      strFromU8(contentTypes("xl/workbook.xml", "spreadsheetml.sheet.main+xml")).padEnd(size),
    ),
  });
  const local = recordsOf(bytes, LOCAL);
  local.view.setUint32(local.places[0]! + 22, claimed, true);
  const central = recordsOf(bytes, CENTRAL);
  central.view.setUint32(central.places[0]! + 24, claimed, true);
  return bytes;
}

/** A spreadsheet whose directory names its first entry `times` times more. */
export function repeatingXlsxBytes(times: number, size = 1000): Uint8Array<ArrayBuffer> {
  const bytes = lyingXlsxBytes(size, size);
  const { places } = recordsOf(bytes, CENTRAL);
  const entry = bytes.slice(places[0], places[1]);
  const end = bytes.slice(-22);
  const whole = new Uint8Array(bytes.length + entry.length * times);
  whole.set(bytes.subarray(0, -22));
  for (let index = 0; index < times; index++) whole.set(entry, bytes.length - 22 + index * entry.length);
  whole.set(end, whole.length - 22);
  const view = new DataView(whole.buffer, whole.length - 22);
  for (const at of [8, 10]) view.setUint16(at, places.length + times, true);
  view.setUint32(12, view.getUint32(12, true) + entry.length * times, true);
  return whole;
}

/** A spreadsheet with an entry that lies inside the bytes of another one. */
export function overlappingXlsxBytes(): Uint8Array<ArrayBuffer> {
  const inner = zip({ b: strToU8("inside") }, { level: 0 });
  const bytes = zip(
    {
      "[Content_Types].xml": contentTypes("xl/workbook.xml", "spreadsheetml.sheet.main+xml"),
      "xl/workbook.xml": strToU8("<workbook/>"),
      a: inner,
      b: strToU8("inside"),
    },
    { level: 0 },
  ) as Uint8Array<ArrayBuffer>;
  const { places: locals } = recordsOf(bytes, LOCAL);
  const { view, places } = recordsOf(bytes, CENTRAL);
  // Locals are the two parts, a, the entry inside it, and b. The last central record is b's.
  view.setUint32(places.at(-1)! + 42, locals[3]!, true);
  return bytes;
}
