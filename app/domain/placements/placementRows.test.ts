import { expect, test } from "vitest";
import { Invalid } from "../errors";
import { MAX_WRITTEN_ROWS, readCsvRows, readPastedRows } from "./placementRows";

const one = { targetUrl: "https://a.example/x", anchorText: "red shoes" };

test("reads a row per line with cells by tab", () => {
  const text =
    "https://a.example/x\tred shoes\r\n\n  \t \nhttps://b.example\tblue, “hats”\tClient B\t\nhttps://c.example";
  expect(readPastedRows(text)).toEqual([
    one,
    { targetUrl: "https://b.example", anchorText: "blue, “hats”", clientReference: "Client B" },
    { targetUrl: "https://c.example", anchorText: "" },
  ]);
  expect(readPastedRows(" \n")).toEqual([]);
});

test("keeps a comma of an address when no head line names columns", () => {
  expect(readPastedRows("https://a.example/x,y;z")).toEqual([{ targetUrl: "https://a.example/x,y;z", anchorText: "" }]);
});

test.each([
  ["NO.", "Target page", "KEYWORD", "client"],
  ["Number", "target_url *", "Anchor Text:", "Client reference"],
  ["number", "Landing Page", "anchor", "REFERENCE"],
  ["No", "URL", " Anchor  text ", "Client  Reference"],
])("finds the columns %s, %s, %s, %s", (number, target, anchor, reference) => {
  for (const sign of ["\t", ";", ","]) {
    const lines = [
      [anchor, "Notes", number, reference, target],
      ["red shoes", "hello", "10436-07", "Client A", "https://a.example/x"],
      ["", "", "10436-08", "", ""],
    ];
    expect(readPastedRows(lines.map((cells) => cells.join(sign)).join("\n"))).toEqual([
      { ...one, number: "10436-07", clientReference: "Client A" },
      { number: "10436-08", targetUrl: "", anchorText: "", clientReference: "" },
    ]);
  }
});

test("takes the most telling name when two columns fit", () => {
  expect(readPastedRows("URL\tTarget URL\tClient\tClient reference\nx\thttps://a.example/x\ty\tz")).toEqual([
    { targetUrl: "https://a.example/x", anchorText: "", clientReference: "z" },
  ]);
});

test("finds the head line below a title, and never below a row", () => {
  expect(readPastedRows("Links of May\n\nTarget\tAnchor\nhttps://a.example/x\tred shoes")).toEqual([one]);
  expect(readPastedRows("https://a.example/x\tred shoes\nTarget\tAnchor")).toEqual([
    one,
    { targetUrl: "Target", anchorText: "Anchor" },
  ]);
});

test("puts copied cells on one line and drops invisible marks of addresses", () => {
  expect(readPastedRows('\u200ehttps://a.example/\u00adx\u202c\u00a0\t"red\nshoes"\tA\u0000B')).toEqual([
    { ...one, clientReference: "AB" },
  ]);
});

test.each(["شراء أحذية", "חנות נעליים", "靴を買う", "鞋子 – 购买", "ซื้อรองเท้า", "Größe 👟"])(
  "keeps the anchor %s",
  (anchorText) => {
    expect(readPastedRows(`https://a.example\t${anchorText}`)).toEqual([
      { targetUrl: "https://a.example", anchorText },
    ]);
  },
);

test("refuses more rows than the limit, without counting the head line", () => {
  const rows = "https://a.example\n".repeat(MAX_WRITTEN_ROWS);
  expect(readPastedRows(`Target\n${rows}`)).toHaveLength(MAX_WRITTEN_ROWS);
  expect(() => readPastedRows(`${rows}https://b.example`)).toThrow(
    new Invalid("A list can have at most 1,000 rows. Split this one into several."),
  );
});

test.each([
  ["a comma", "https://a.example/x,red shoes\nhttps://b.example/x;y,b"],
  ["a semicolon", "https://a.example/x;red shoes\nhttps://b.example/x,y;b, c"],
  ["a tab", "https://a.example/x\tred shoes\nhttps://b.example/x,y;z\tb"],
  ["Excel's own note", "sep=|\r\nhttps://a.example/x|red shoes"],
  ["its head line", 'Target,Anchor;or keyword,Anchor\nhttps://a.example/x,"",red shoes'],
])("finds the delimiter of a CSV file by %s", (_, text) => {
  expect(readCsvRows(text)[0]).toEqual(one);
});

test("reads a CSV file of addresses alone", () => {
  expect(readCsvRows("https://a.example/x\nhttps://b.example/y\n")).toEqual([
    { targetUrl: "https://a.example/x", anchorText: "" },
    { targetUrl: "https://b.example/y", anchorText: "" },
  ]);
  expect(readCsvRows("URL\nhttps://a.example/x,y")).toEqual([{ targetUrl: "https://a.example/x,y", anchorText: "" }]);
});

test("keeps formulas as text", () => {
  const formula = '=HYPERLINK("https://evil.example";"x")';
  expect(readCsvRows(`Target,Anchor\nhttps://a.example,"${formula.replaceAll('"', '""')}"`)).toEqual([
    { targetUrl: "https://a.example", anchorText: formula },
  ]);
});
