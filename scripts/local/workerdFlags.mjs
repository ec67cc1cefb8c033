/**
 * Passes workerd's configuration (a Cap'n Proto message, workerd.capnp) from input to output with the V8 flags that are its
 * arguments, for which Miniflare has no option. A message of another shape passes as it came.
 */
import { buffer } from "node:stream/consumers";

const WORD = 8;
/** `v8Flags @2` of `struct Config`: its third pointer. */
const V8_FLAGS = 2;

const STRUCT = 0;
const LIST = 1;
const FAR = 2;
const OF_BYTES = 2;
const OF_POINTERS = 6;

const pointer = (kind, offset, upper) => {
  const word = Buffer.alloc(WORD);
  word.writeInt32LE((offset << 2) | kind, 0);
  word.writeUInt32LE(upper, 4);
  return word;
};

/** A segment that is one List(Text), behind the pointer to it. */
function listOf(texts) {
  const contents = texts.map((text) => {
    const bytes = Buffer.from(`${text}\0`);
    return { size: bytes.length, words: Buffer.concat([bytes, Buffer.alloc(-bytes.length & (WORD - 1))]) };
  });
  let before = 0;
  const pointers = contents.map(({ size, words }, index) => {
    const offset = texts.length - index - 1 + before / WORD;
    before += words.length;
    return pointer(LIST, offset, (size << 3) | OF_BYTES);
  });
  const list = pointer(LIST, 0, (texts.length << 3) | OF_POINTERS);
  return Buffer.concat([list, ...pointers, ...contents.map(({ words }) => words)]);
}

/** The message with a segment more, to which the root's empty pointer leads; null for one of another shape. */
function withFlags(message, flags) {
  const count = message.readUInt32LE(0) + 1;
  const tableEnd = 4 + 4 * count;
  const start = tableEnd + (tableEnd % WORD);
  const low = message.readInt32LE(start);
  const pointerCount = message.readUInt16LE(start + 6);
  if ((low & 3) !== STRUCT || pointerCount <= V8_FLAGS) return null;
  const place = start + (1 + (low >> 2) + message.readUInt16LE(start + 4) + V8_FLAGS) * WORD;
  if (message.readBigUInt64LE(place) !== 0n) return null;
  const added = listOf(flags);
  const table = Buffer.alloc(4 + 4 * (count + 1) + ((4 + 4 * (count + 1)) % WORD));
  table.writeUInt32LE(count, 0);
  message.copy(table, 4, 4, tableEnd);
  table.writeUInt32LE(added.length / WORD, tableEnd);
  const segments = Buffer.from(message.subarray(start));
  // A far pointer: bit 2 tells a landing pad of two words, which this is not; offset 0 of the segment that is added.
  pointer(FAR, 0, count).copy(segments, place - start);
  return Buffer.concat([table, segments, added]);
}

const message = await buffer(process.stdin);
process.stdout.write(withFlags(message, process.argv.slice(2)) ?? message);
