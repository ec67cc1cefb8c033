/** One file of a pack. Its body is read once, before the next file is asked for. */
export interface EvidenceFile {
  name: string;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Compressed already, such as a PDF or an image. */
  packed: boolean;
}

const encoder = new TextEncoder();
export const textFile = (name: string, text: string): EvidenceFile => ({
  name,
  body: [encoder.encode(text)],
  packed: false,
});

export const jsonFile = (name: string, value: unknown) => textFile(name, `${JSON.stringify(value, null, 2)}\n`);

/** A JSON list with one record per line, written while it is read. */
export const jsonRows = (name: string, pages: AsyncIterable<readonly object[]>): EvidenceFile => ({
  name,
  body: linesOf(pages),
  packed: false,
});

async function* linesOf(pages: AsyncIterable<readonly object[]>) {
  let before = "[\n";
  for await (const rows of pages) {
    let text = "";
    for (const row of rows) {
      text += before + JSON.stringify(row);
      before = ",\n";
    }
    if (text) yield encoder.encode(text);
  }
  yield encoder.encode(before === "[\n" ? "[]\n" : "\n]\n");
}

export async function* chunksOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

const MAX_NAME = 80;

/** A name that every file system, shell and checksum tool takes as it is. */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^0-9A-Za-z._-]+/g, "-")
    .replace(/^[.-]+/, "");
  const dot = plain.lastIndexOf(".");
  const ending = dot > 0 ? plain.slice(dot, dot + 10) : "";
  return (plain.slice(0, dot > 0 ? dot : undefined).slice(0, MAX_NAME) || "file") + ending;
}

/** '2026-11-26T19:13:00.000Z', or null. */
export const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
