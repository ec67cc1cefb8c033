/** Frames of STOMP 1.2 and 1.1 (stomp.github.io), as far as a server that only sends messages needs them. */
export interface Frame {
  command: string;
  headers: Map<string, string>;
  body: string;
}

/** Returns the typed card, or shows and focuses the first error. */
export class BadFrame extends Error {}

const LF = 10;
const CR = 13;
const NUL = 0;
export const MAX_FRAME_BYTES = 16 * 1024;
const MAX_HEADERS = 32;
/** Other commands must not have a body (specification, 'Body'). */
const commandsWithBody = ["SEND", "MESSAGE", "ERROR"];
/** Read as in STOMP 1.0, so that an old client can be refused properly. */
const unescapedCommands = ["CONNECT", "CONNECTED"];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The frames of one WebSocket message; none for a heart-beat. Throws BadFrame. */
export function readFrames(message: string | ArrayBuffer): Frame[] {
  // Lengths count bytes, so bytes are read.
  const bytes = typeof message === "string" ? encoder.encode(message) : new Uint8Array(message);
  if (bytes.length > MAX_FRAME_BYTES) throw new BadFrame("Frame too large");
  const frames: Frame[] = [];
  let at = skipLineEnds(bytes, 0);
  while (at < bytes.length) {
    const { frame, end } = readFrame(bytes, at);
    frames.push(frame);
    at = skipLineEnds(bytes, end);
  }
  return frames;
}

function readFrame(bytes: Uint8Array, start: number): { frame: Frame; end: number } {
  let { line: command, next } = readLine(bytes, start);
  // Bounded: the command appears in the close reason, which holds 123 bytes.
  if (!/^[A-Z]{1,20}$/.test(command)) throw new BadFrame("Not a STOMP frame");
  const headers = new Map<string, string>();
  for (let count = 0; ; count++) {
    const { line, next: after } = readLine(bytes, next);
    next = after;
    if (line === "") break;
    if (count >= MAX_HEADERS) throw new BadFrame("Too many headers");
    const colon = line.indexOf(":");
    if (colon < 1) throw new BadFrame("A header needs a name and a colon");
    const read = unescapedCommands.includes(command) ? (text: string) => text : unescapeHeader;
    const name = read(line.slice(0, colon));
    // The first of repeated headers counts (specification, 'Repeated Header Entries').
    if (!headers.has(name)) headers.set(name, read(line.slice(colon + 1)));
  }
  const length = headers.get("content-length");
  if (length !== undefined && !/^\d{1,9}$/.test(length)) throw new BadFrame("content-length is not a number");
  const end = length === undefined ? bytes.indexOf(NUL, next) : next + Number(length);
  if (end < 0 || bytes[end] !== NUL) throw new BadFrame("The frame does not end with NUL");
  if (end > next && !commandsWithBody.includes(command)) throw new BadFrame(`${command} must not have a body`);
  return { frame: { command, headers, body: decode(bytes.subarray(next, end)) }, end: end + 1 };
}

function readLine(bytes: Uint8Array, start: number): { line: string; next: number } {
  const end = bytes.indexOf(LF, start);
  if (end < 0) throw new BadFrame("The frame is not complete");
  const line = decode(bytes.subarray(start, bytes[end - 1] === CR && end > start ? end - 1 : end));
  if (line.includes("\0")) throw new BadFrame("The frame is not complete");
  return { line, next: end + 1 };
}

function skipLineEnds(bytes: Uint8Array, start: number) {
  let at = start;
  while (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF)) at++;
  return at;
}

function decode(bytes: Uint8Array) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadFrame("The frame is not UTF-8");
  }
}

const unescaped: Record<string, string> = { "\\n": "\n", "\\r": "\r", "\\c": ":", "\\\\": "\\" };
const escaped: Record<string, string> = { "\n": "\\n", "\r": "\\r", ":": "\\c", "\\": "\\\\" };

function unescapeHeader(text: string) {
  return text.replace(/\\[\s\S]?/g, (sequence) => {
    const character = unescaped[sequence];
    if (character === undefined) throw new BadFrame("Unknown escape sequence in a header");
    return character;
  });
}

/** One frame as text. A body gets its content-length, so it may contain anything. */
export function writeFrame(command: string, headers: Record<string, string>, body = ""): string {
  const escapeHeader = unescapedCommands.includes(command)
    ? (text: string) => text
    : (text: string) => text.replace(/[\n\r:\\]/g, (character) => escaped[character]!);
  const all = body ? { ...headers, "content-length": String(encoder.encode(body).length) } : headers;
  const lines = Object.entries(all).map(([name, value]) => `${escapeHeader(name)}:${escapeHeader(value)}`);
  return `${[command, ...lines].join("\n")}\n\n${body}\0`;
}
