import { Inflate } from "fflate";

interface ZipEntry {
  name: string;
  /** The bytes as stored in the archive. */
  data: Uint8Array;
  compressed: boolean;
}

/** A real Office file has at most a few hundred parts (rules.md costs/archives). */
const MAX_ENTRIES = 2000;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/**
 * The entries of a zip archive by its central directory, without unpacking any. Throws RangeError for an archive that
 * is damaged, encrypted or forged: too many entries, a name twice, or entries that share bytes.
 */
export function zipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES || directory + view.getUint32(end + 12, true) > end) throw new RangeError("Forged directory");

  const entries = new Map<string, ZipEntry>();
  const areas: [start: number, end: number][] = [[directory, end]];
  for (let index = 0, at = directory; index < count; index++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError("Not an entry");
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    if (flags & 1 || (method !== 0 && method !== DEFLATED)) throw new RangeError("Unreadable entry");
    const nameBytes = view.getUint16(at + 28, true);
    const name = textAt(bytes, at + HEADER_BYTES, nameBytes);
    // Readers on some systems take names of another case for the same part.
    if (entries.has(name.toLowerCase())) throw new RangeError("A name twice");
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== 0x04034b50) throw new RangeError("No entry at its place");
    const localNameBytes = view.getUint16(local + 26, true);
    if (textAt(bytes, local + LOCAL_BYTES, localNameBytes) !== name) throw new RangeError("Two names");
    const start = local + LOCAL_BYTES + localNameBytes + view.getUint16(local + 28, true);
    const stop = start + view.getUint32(at + 20, true);
    areas.push([local, stop]);
    entries.set(name.toLowerCase(), { name, data: bytes.subarray(start, stop), compressed: method === DEFLATED });
    at += HEADER_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (at > end) throw new RangeError("Forged directory");
  }
  areas.sort(([one], [other]) => one - other);
  areas.forEach(([start], index) => {
    if (index > 0 && start < areas[index - 1]![1]) throw new RangeError("Entries overlap");
  });
  return entries;
}

/** Where the record lies that ends the archive, with its comment. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT; at--)
    if (view.getUint32(at, true) === 0x06054b50 && view.getUint16(at + 20, true) === last - at) return at;
  throw new RangeError("No directory");
}

const textAt = (bytes: Uint8Array, start: number, length: number) =>
  new TextDecoder().decode(bytes.subarray(start, start + length));

/** Deflate packs at most 1,032 to 1, so this many bytes become less than 1.1 MB. */
const INFLATE_STEP = 1024;

/** Unpacks an entry; null when it holds more than `maxBytes`, whatever size it claims. Throws for damaged data. */
export function unpack({ data, compressed }: ZipEntry, maxBytes: number): Uint8Array | null {
  if (!compressed) return data.length > maxBytes ? null : data;
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    size += part.length;
    parts.push(part);
  });
  for (let at = 0; at < data.length && size <= maxBytes; at += INFLATE_STEP)
    inflate.push(data.subarray(at, at + INFLATE_STEP), at + INFLATE_STEP >= data.length);
  if (size > maxBytes) return null;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
