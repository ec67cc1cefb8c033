import { expect, test } from "vitest";
import { changesText } from "./auditTexts";

const change = (field: string, before: string | number | null, after: string | number | null) => ({
  field,
  before,
  after,
});
const tax = (name: string, percent: number, inclusive: boolean, countries: string[]) => ({
  name,
  percent,
  inclusive,
  countries,
  codes: countries.map((country) => country.slice(0, 2)),
});

test("shows stored names as words, amounts in dollars, typed text as typed", () => {
  expect(
    changesText([
      change("decline", null, "insufficient_funds"),
      change("status", "Active", "Past_Due"),
      change("minimumPayout", 0, 50_00),
      change("name", null, "a_b c"),
    ]),
  ).toBe("Decline: insufficient funds, Status: Active → Past Due, Minimum payout: $0.00 → $50.00, Name: a_b c");
});

test("shows taxes with their rate, kind and countries", () => {
  const vat = tax("VAT", 19, false, ["Germany"]);
  const gst = tax("GST", 7.125, true, []);
  expect(changesText([change("taxes", null, JSON.stringify([vat]))])).toBe("Taxes: VAT 19% added (Germany)");
  expect(changesText([change("taxes", JSON.stringify([vat]), JSON.stringify([{ ...vat, percent: 20 }, gst]))])).toBe(
    "Taxes: VAT 19% added (Germany) → VAT 20% added (Germany), GST 7.125% included",
  );
  expect(changesText([change("taxes", JSON.stringify([vat]), "[]")])).toBe("Taxes: VAT 19% added (Germany) → none");
});

test("shows only the parts of a group that changed", () => {
  const issuer = { name: "Acme", addressLines: ["1 Main St", "Austin"], taxId: "", bank: [] };
  const before = JSON.stringify({ US: issuer, IN: issuer });
  const after = JSON.stringify({
    US: { ...issuer, taxId: "12-34", bank: [{ label: "IBAN", value: "DE89" }] },
    IN: { ...issuer, addressLines: ["2 Main St"] },
  });
  expect(changesText([change("issuers", before, after)])).toBe(
    "Issuers US tax id: 12-34, Issuers US bank: IBAN DE89, Issuers IN address lines: 1 Main St, Austin → 2 Main St",
  );
});

test("shows days, pictures and links of the settings as words", () => {
  const json = JSON.stringify;
  expect(
    changesText([
      change("workingDays", json([1, 2]), json([0, 1])),
      change("holidays", json([]), json([{ day: "2026-12-25", name: "Christmas" }])),
      change("accent", "#111111", "#222222"),
      change("palette", null, json({ light: ["#111111"], dark: ["#222222"] })),
      change("logo", null, json({ key: "k1", type: "image/png", width: 400, height: 120 })),
      change("strategy", json({ title: "A", text: "B" }), json({ title: "A", text: "C" })),
    ]),
  ).toBe(
    "Working days: Monday, Tuesday → Sunday, Monday, Holidays: 2026-12-25 Christmas, Accent: #111111 → #222222, " +
      "Logo: 400 × 120 px, Strategy text: B → C",
  );
});

test("shows typed text that only begins like a list as typed", () => {
  expect(changesText([change("name", "{Acme}", "[A] b")])).toBe("Name: {Acme} → [A] b");
});

test("keeps a change of long texts that begin alike", () => {
  const long = "a".repeat(60);
  expect(changesText([change("body", `${long}b`, `${long}c`)])).toBe(`Body: ${long}… → ${long}…`);
});
