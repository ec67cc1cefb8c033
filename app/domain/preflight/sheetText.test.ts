import { expect, test } from "vitest";
import { readSheetText, sheetText } from "./sheetText";

const row = (values: object) => ({
  package: "",
  targetUrl: "",
  anchorText: "",
  clientReference: "",
  notes: "",
  ...values,
});

test("reads package, target, anchor, reference and notes without a head line", () => {
  expect(readSheetText("da-30\thttps://a.example/\tone\tClient 1\tNo comments")).toEqual([
    row({
      package: "da-30",
      targetUrl: "https://a.example/",
      anchorText: "one",
      clientReference: "Client 1",
      notes: "No comments",
    }),
  ]);
});

test("a list that begins with addresses has no package", () => {
  expect(readSheetText("https://a.example/\tone\nb.example/x\ttwo\tClient 2")).toEqual([
    row({ targetUrl: "https://a.example/", anchorText: "one" }),
    row({ targetUrl: "b.example/x", anchorText: "two", clientReference: "Client 2" }),
  ]);
});

test("a head line names the columns in any order", () => {
  expect(readSheetText("Notes;Anchor;Package;URL\nn1;one;DA 30+;https://a.example/")).toEqual([
    row({ package: "DA 30+", targetUrl: "https://a.example/", anchorText: "one", notes: "n1" }),
  ]);
});

test("text of rows reads back as the same rows", () => {
  const rows = [
    row({ package: 'DA "30"', targetUrl: "https://a.example/?q=1\t2", anchorText: "=1+1", notes: 'one\ntwo\t"three"' }),
    row({ targetUrl: "not an address", anchorText: "ü" }),
  ];
  expect(readSheetText(sheetText(rows))).toEqual(
    rows.map((one) => ({ ...one, targetUrl: one.targetUrl.replace("\t", " ") })),
  );
});

test("names the row whose text is too long", () => {
  expect(() => readSheetText(`a.example/1\tok\na.example/2\t${"x".repeat(301)}`)).toThrow(
    "Row 2: The anchor text has at most 300 characters",
  );
});
