import type { SubmissionResult } from "@conform-to/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { STALE_RECORD } from "~/format/staleRecord";
import { StaleFields } from "./StaleFields";

const fields = [
  { name: "name", label: "Name" },
  { name: "visible", label: "Visible" },
  { name: "serviceIds", label: "Services", options: [{ value: "s1", label: "Guest posts" }] },
  { name: "addOns", label: "Add-ons" },
  { name: "imageKey", label: "Image" },
];
const stored = {
  version: 2,
  name: "Theirs",
  visible: true,
  serviceIds: ["s1"],
  addOns: [
    { id: "a", value: "Fast", price: "5" },
    { id: "b", value: "Slow", price: "2" },
  ],
  imageKey: "k1",
};
const typed = {
  version: "1",
  name: "Mine",
  serviceIds: "s1",
  addOns: [{ id: "a", value: "Fast", price: "5" }],
  imageKey: "k1",
};

const words = (initialValue: SubmissionResult["initialValue"], error = STALE_RECORD, version = 2) =>
  renderToStaticMarkup(
    createElement(StaleFields, { lastResult: { error: { "": [error] }, initialValue }, stored, version, fields }),
  )
    .replaceAll("\n", " / ")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");

test("lists only the fields that differ, in words", () => {
  const text = words(typed);
  expect(text).toContain("|Name|Yours|Mine|Theirs|Theirs|");
  expect(text).toContain("|Visible|Yours|Off|Theirs|On|");
  expect(text).toContain("|Add-ons|Yours|Fast, 5|Theirs|Fast, 5 / Slow, 2|");
  expect(text).not.toMatch(/Services|Image|k1|s1/);
});

test("shows names of options, and no keys of files", () => {
  const text = words({ ...typed, serviceIds: [], imageKey: "k2" });
  expect(text).toContain("|Services|Yours|Empty|Theirs|Guest posts|");
  expect(text).toContain("|Image|Yours|A file|Theirs|A file|");
});

test("shows nothing for another error, or before the other version is known", () => {
  expect(words(typed, "Name is required")).toBe("");
  expect(words(typed, STALE_RECORD, 1)).toBe("");
});
