import fc from "fast-check";
import { expect, test } from "vitest";
import { type KnownRow, previewImport } from "./importPreview";
import type { WrittenRow } from "./placementRows";

const aRow = (sequence: number, texts: Partial<KnownRow> = {}): KnownRow => ({
  id: `id-${sequence}`,
  number: `10436-${String(sequence).padStart(2, "0")}`,
  sequence,
  editable: true,
  targetUrl: "",
  anchorText: "",
  clientReference: "",
  version: 1,
  ...texts,
});
const anOrder = (quantity: number) => Array.from({ length: quantity }, (_, index) => aRow(index + 1));
const written = (page: string, anchorText = "shoes", more: Partial<WrittenRow> = {}): WrittenRow => ({
  targetUrl: `https://client.example/${page}`,
  anchorText,
  ...more,
});

/** The rows of the order after the preview was applied. */
function applied(known: readonly KnownRow[], rows: ReturnType<typeof previewImport>["rows"]): KnownRow[] {
  const changes = new Map(
    rows.filter(({ status }) => status === "changed").map((row) => [row.placementId, row.written]),
  );
  return known.map((one) => {
    const change = changes.get(one.id);
    if (!change) return one;
    const { targetUrl, anchorText, clientReference = one.clientReference } = change;
    return { ...one, targetUrl, anchorText, clientReference, version: one.version + 1 };
  });
}

const outcome = (known: readonly KnownRow[], list: readonly WrittenRow[]) =>
  previewImport(known, list).rows.map(({ number, status }) => [number, status]);
const errorsOf = (known: readonly KnownRow[], list: readonly WrittenRow[]) =>
  previewImport(known, list).rows.flatMap(({ errors }) => errors);
const warningsOf = (known: readonly KnownRow[], list: readonly WrittenRow[]) =>
  previewImport(known, list).rows.flatMap(({ warnings }) => warnings);

test("fills the rows without a target in their sequence", () => {
  const known = [aRow(3), aRow(1, { targetUrl: "https://old.example" }), aRow(4, { editable: false }), aRow(2)];
  const { rows, applies } = previewImport(known, [written("a"), written("b", "hats", { clientReference: "B" })]);
  expect(rows).toEqual([
    {
      line: 1,
      number: "10436-02",
      placementId: "id-2",
      status: "changed",
      errors: [],
      warnings: [],
      written: written("a"),
    },
    {
      line: 2,
      number: "10436-03",
      placementId: "id-3",
      status: "changed",
      errors: [],
      warnings: [],
      written: written("b", "hats", { clientReference: "B" }),
    },
  ]);
  expect(applies).toBe(2);
});

test("changes nothing when the same list comes twice", () => {
  const list = [written("a"), written("a"), written("b", "", { clientReference: "B" })];
  const first = previewImport(anOrder(3), list);
  expect(first.applies).toBe(3);
  const second = previewImport(applied(anOrder(3), first.rows), list);
  expect(second.applies).toBe(0);
  expect(second.rows.map(({ number, status }) => [number, status])).toEqual([
    ["10436-01", "same"],
    ["10436-02", "same"],
    ["10436-03", "same"],
  ]);
});

test("matches a row by its number before anything else", () => {
  const known = [aRow(1, { targetUrl: "https://client.example/a", anchorText: "shoes" }), aRow(2), aRow(3)];
  const list = [written("a"), written("b", "x", { number: "#10436-1" }), written("c", "x", { number: "10436-02" })];
  expect(outcome(known, list)).toEqual([
    ["10436-03", "changed"],
    ["10436-01", "changed"],
    ["10436-02", "changed"],
  ]);
});

test("takes a running count in the number column for no number", () => {
  const list = [
    written("a", "x", { number: "1" }),
    written("b", "x", { number: "2" }),
    written("c", "x", { number: "7" }),
  ];
  expect(outcome(anOrder(3), list)).toEqual([
    ["10436-01", "changed"],
    ["10436-02", "changed"],
    [null, "refused"],
  ]);
  expect(errorsOf(anOrder(3), list)).toEqual(["Row 3: this order has no link 7"]);
});

test("keeps the clients of two links to one page apart", () => {
  const texts = { targetUrl: "https://client.example/a", anchorText: "shoes" };
  const known = [aRow(1, { ...texts, clientReference: "A" }), aRow(2, { ...texts, clientReference: "B" }), aRow(3)];
  const list = [written("a", "shoes", { clientReference: "B" }), written("a", "shoes", { clientReference: "A" })];
  expect(outcome(known, list)).toEqual([
    ["10436-02", "same"],
    ["10436-01", "same"],
  ]);
  expect(outcome(known, [written("a", "shoes", { clientReference: "C" })])).toEqual([["10436-01", "changed"]]);
  const busy = known.map((row) => ({ ...row, editable: row.sequence === 3 }));
  expect(outcome(busy, [written("a", "shoes", { clientReference: "C" })])).toEqual([["10436-03", "changed"]]);
});

test("refuses rows beyond the bought quantity", () => {
  const list = Array.from({ length: 14 }, (_, index) => written(`p${index}`));
  const { rows, applies } = previewImport(anOrder(12), list);
  expect(applies).toBe(12);
  expect(rows.slice(12).map(({ number, placementId, errors }) => [number, placementId, errors])).toEqual([
    [null, null, ["Row 13: this order has 12 links"]],
    [null, null, ["Row 14: this order has 12 links"]],
  ]);
  expect(errorsOf(anOrder(1), [written("a"), written("b")])).toEqual(["Row 2: this order has 1 link"]);
});

test("says what to do when every link has a target already", () => {
  const known = [aRow(1, { targetUrl: "https://old.example" })];
  expect(errorsOf(known, [written("a")])).toEqual([
    "Row 1: this order has 1 link, and none is left to fill. Add the number of the link to change",
  ]);
});

test("applies good rows and names the faults of the others", () => {
  const list = [
    written("a"),
    { targetUrl: "not an address at all", anchorText: "a".repeat(301), clientReference: "b".repeat(101) },
    { targetUrl: "http://10.0.0.1/x", anchorText: "x" },
    { targetUrl: "", anchorText: "x" },
    written("b", "x", { number: "10436-99" }),
    written("c", "x", { number: "10436-04" }),
    written("d", "x", { number: "10436-04" }),
    written("e", "a".repeat(300), { clientReference: "b".repeat(100) }),
    { targetUrl: "https://bit.ly/abc", anchorText: "short" },
  ];
  const { rows, applies } = previewImport(anOrder(4), list);
  expect(rows.flatMap(({ errors }) => errors)).toEqual([
    "Row 2: not a web address",
    "Row 2: the anchor text is longer than 300 characters",
    "Row 2: the client reference is longer than 100 characters",
    "Row 3: not a web address",
    "Row 4: the target URL is missing",
    "Row 5: this order has no link 10436-99",
    "Row 7: row 6 has the number 10436-04 too",
  ]);
  expect(rows.filter(({ status }) => status === "changed").map(({ line }) => line)).toEqual([1, 6, 8, 9]);
  expect(applies).toBe(4);
});

test("keeps the place of a faulty row that names its link", () => {
  const list = [{ targetUrl: "nowhere", anchorText: "x", number: "10436-01" }, written("a")];
  expect(outcome(anOrder(2), list)).toEqual([
    ["10436-01", "refused"],
    ["10436-02", "changed"],
  ]);
});

test("refuses to change a link in progress and accepts it unchanged", () => {
  const known = [aRow(7, { editable: false, targetUrl: "https://client.example/a", anchorText: "shoes" })];
  expect(errorsOf(known, [written("b", "shoes", { number: "10436-07" })])).toEqual([
    "Row 1: Link 10436-07 is already in progress and cannot be changed",
  ]);
  expect(outcome(known, [written("a", "shoes", { number: "10436-07" })])).toEqual([["10436-07", "same"]]);
  expect(outcome(known, [written("a")])).toEqual([["10436-07", "same"]]);
});

test("leaves links alone whose lines in the template stay blank", () => {
  const known = [aRow(1), aRow(2, { targetUrl: "https://client.example/a", anchorText: "x", clientReference: "A" })];
  const blank = { targetUrl: "", anchorText: "", clientReference: "" };
  const list = [
    { ...blank, number: "10436-01" },
    { ...blank, number: "10436-02" },
  ];
  expect(outcome(known, list)).toEqual([
    ["10436-01", "same"],
    ["10436-02", "same"],
  ]);
  const change = { ...blank, number: "10436-02", anchorText: "hats" };
  expect(previewImport(known, [change]).rows[0]).toMatchObject({
    status: "changed",
    written: { targetUrl: "https://client.example/a", anchorText: "hats", clientReference: "A" },
  });
});

test("puts https:// in front of a domain and warns of it", () => {
  const { rows } = previewImport(anOrder(2), [
    { targetUrl: " www.client.example/a ", anchorText: "x" },
    { targetUrl: "münchen.example", anchorText: "y" },
  ]);
  expect(rows.map(({ written, warnings }) => [written.targetUrl, warnings])).toEqual([
    ["https://www.client.example/a", ["Row 1: https:// goes in front of the address"]],
    ["https://münchen.example", ["Row 2: https:// goes in front of the address"]],
  ]);
});

test("warns of an empty anchor text and of a row that repeats another", () => {
  const list = [written("a", ""), written("b"), written("b", " shoes\n"), written("b", "hats")];
  expect(warningsOf(anOrder(4), list)).toEqual([
    "Row 1: no anchor text",
    "Row 3: the same target and anchor text as row 2",
  ]);
});

const someText = (...texts: string[]) => fc.constantFrom(...texts);
const someKnown = fc
  .array(
    fc.record({
      editable: fc.boolean(),
      targetUrl: someText("", "https://client.example/a", "https://client.example/b"),
      anchorText: someText("", "shoes"),
      clientReference: someText("", "A", "B"),
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row, index) => aRow(index + 1, row)));
const someWritten = fc.array(
  fc.record(
    {
      number: someText("10436-01", "10436-02", "10436-5", "1", "10436-99"),
      targetUrl: someText("", "https://client.example/a", "https://client.example/b", "client.example/b", "nowhere"),
      anchorText: someText("", "shoes", "hats"),
      clientReference: someText("", "A", "B"),
    },
    { requiredKeys: ["targetUrl", "anchorText"] },
  ),
  { maxLength: 10 },
);

test("changes each editable link at most once and nothing the second time", () => {
  fc.assert(
    fc.property(someKnown, someWritten, (known, list) => {
      const { rows, applies } = previewImport(known, list);
      const changed = rows.filter(({ status }) => status === "changed");
      expect(applies).toBe(changed.length);
      expect(new Set(changed.map(({ placementId }) => placementId)).size).toBe(changed.length);
      const editable = new Set(known.filter((row) => row.editable).map(({ id }) => id));
      expect(changed.every(({ placementId }) => editable.has(placementId!))).toBe(true);
      expect(rows.every(({ status, errors }) => (status === "refused") === errors.length > 0)).toBe(true);
      expect(previewImport(applied(known, rows), list).applies).toBe(0);
    }),
    { numRuns: 5000 },
  );
});
