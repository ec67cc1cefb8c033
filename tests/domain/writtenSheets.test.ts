import fc from "fast-check";
import { unparse } from "papaparse";
import { expect, test } from "vitest";
import { type KnownRow, previewImport } from "~/domain/placements/importPreview";
import { readPastedRows, type WrittenRow } from "~/domain/placements/placementRows";
import { readSheet } from "~/domain/placements/readSheet";
import { spreadsheet } from "~/exports/spreadsheet";
import { toOneLine } from "~/format/cleanText";
import { bytesOf } from "../support/readSheet";

const HEAD = ["No.", "Target URL", "Anchor text", "Client reference"];

/** Letters of many scripts, with the signs that delimited text has to quote. */
const anyText = fc
  .string({
    unit: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...`ab,;\t"'\n\r =+-@|.`) },
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    maxLength: 12,
  })
  .map((text) => text.replace(/\p{Cc}/gu, (sign) => (/[\t\r\n]/.test(sign) ? sign : "")));
/** Latin letters that never form UTF-8 in Windows-1252. */
const westernText = fc.string({ unit: fc.constantFrom(...'ab,;\t"\nàéîöüÿ=€–'), maxLength: 12 });

const rowOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    number: fc.option(
      fc.nat(99).map((n) => `10436-${n}`),
      { nil: undefined },
    ),
    page: fc.nat(9),
    anchorText: text,
    clientReference: text,
  });
type Row = typeof rowOf extends (text: fc.Arbitrary<string>) => fc.Arbitrary<infer One> ? One : never;

const targetOf = ({ page }: Row) => `https://client.example/straße,${page};x`;
const cellsOf = (rows: readonly Row[]) =>
  rows.map((row) => [row.number ?? "", targetOf(row), row.anchorText, row.clientReference]);
/** What the reader keeps: cells on one line. */
const expected = (rows: readonly Row[]): WrittenRow[] =>
  rows.map((row) => ({
    ...(row.number && { number: row.number }),
    targetUrl: targetOf(row),
    anchorText: toOneLine(row.anchorText),
    clientReference: toOneLine(row.clientReference),
  }));

const WINDOWS: Record<string, number> = { "€": 0x80, "–": 0x96 };
const windows1252 = (text: string) => Uint8Array.from(text, (sign) => WINDOWS[sign] ?? sign.charCodeAt(0));
const utf16be = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le").swap16());
const encodings = {
  utf8: (text: string) => new TextEncoder().encode(text),
  utf8WithMark: (text: string) => new TextEncoder().encode(`\ufeff${text}`),
  utf16le: (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")),
  utf16be,
};
const someStyle = {
  delimiter: fc.constantFrom(",", ";", "\t"),
  newline: fc.constantFrom("\r\n", "\n", "\r"),
  quotes: fc.boolean(),
};

test("reads a CSV file of any delimiter, quoting and encoding", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf(anyText), { minLength: 1, maxLength: 8 }),
      fc.record({ ...someStyle, encoding: fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])) }),
      async (rows, { encoding, ...style }) => {
        const bytes = encodings[encoding](unparse([HEAD, ...cellsOf(rows)], style));
        expect(await readSheet({ name: "links.csv", bytes })).toEqual(expected(rows));
      },
    ),
    { numRuns: 1000 },
  );
});

test("reads a CSV file in Windows-1252 as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf(westernText), { minLength: 1, maxLength: 8 }),
      fc.record(someStyle),
      async (rows, style) => {
        const bytes = windows1252(unparse([HEAD, ...cellsOf(rows)], style));
        expect(await readSheet({ name: "links.csv", bytes })).toEqual(expected(rows));
      },
    ),
    { numRuns: 500 },
  );
});

test("reads pasted cells as they were copied", () => {
  // Spreadsheets quote a copied cell only if it has a tab or a line break in it.
  const copied = (text: string) => (/[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const plain = anyText.filter((text) => /[\t\r\n]/.test(text) || !text.startsWith('"'));
  fc.assert(
    fc.property(fc.array(rowOf(plain), { minLength: 1, maxLength: 8 }), (rows) => {
      const text = [HEAD, ...cellsOf(rows)].map((cells) => cells.map(copied).join("\t")).join("\r\n");
      expect(readPastedRows(text)).toEqual(expected(rows));
    }),
    { numRuns: 1000 },
  );
});

test("reads our own .xlsx as it was written", async () => {
  const columns = HEAD.map((label) => ({ label, kind: "text" as const, width: 20 }));
  const printable = anyText.map((text) => text.replace(/[\r\ufffe\uffff]/g, ""));
  await fc.assert(
    fc.asyncProperty(fc.array(rowOf(printable), { minLength: 1, maxLength: 8 }), async (rows) => {
      const pages = (async function* () {
        yield cellsOf(rows);
      })();
      const bytes = await bytesOf(await spreadsheet({ name: "Links", columns, total: rows.length, pages }));
      expect(await readSheet({ name: "links.xlsx", bytes })).toEqual(expected(rows));
    }),
    { numRuns: 100 },
  );
});

test("changes nothing when a read sheet is applied and read again", async () => {
  const known = Array.from(
    { length: 6 },
    (_, n): KnownRow => ({
      id: `id-${n}`,
      number: `10436-0${n + 1}`,
      sequence: n + 1,
      editable: n !== 2,
      version: 1,
      targetUrl: "",
      anchorText: "",
      clientReference: "",
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf(anyText), { minLength: 1, maxLength: 8 }),
      fc.record(someStyle),
      async (rows, style) => {
        const bytes = new TextEncoder().encode(unparse([HEAD, ...cellsOf(rows)], style));
        const written = await readSheet({ name: "links.csv", bytes });
        const first = previewImport(known, written);
        const changes = new Map(
          first.rows.flatMap((row) => (row.status === "changed" ? [[row.placementId, row.written]] : [])),
        );
        const after = known.map((one) => ({ ...one, ...changes.get(one.id), number: one.number }));
        expect(previewImport(after, await readSheet({ name: "links.csv", bytes })).applies).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
