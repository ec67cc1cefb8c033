import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { resolveStale } from "~/http/resolveStale";
import { entriesOf, STALE_ALL, STALE_VERSION, staleChoice, staleField } from "~/ui/form/staleEntries";
import { history } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { postForm } from "../support/postForm";
import { aDeskIn, versionedForms } from "../support/versionedForms";

const STALE = "This record was changed by someone else. Please reload and try again.";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const forms = Object.entries(versionedForms(() => database.db));
const edits = forms.filter(([name]) => !["order cancellation", "removed team account"].includes(name));
const keyOf = (n: number) => `${n}b51a1f2-5a52-4f4e-8ab2-54d7f5c6e0a1:R1:`;

test.each(edits)("ten writers of one version keep all ten inputs: %s", async (_, form) => {
  const desk = await aDeskIn(database.db);
  const posted = await form(desk);
  const [field, example] = Object.entries(posted.other)[0]!;
  const typed = (n: number) => (/^\d+$/.test(example) ? String(Number(example) + n) : `${example}-${n}`);
  const save = (n: number, more = {}) =>
    postForm(database.db, desk.staff, posted, {
      ...{ ...posted.fields, [field]: typed(n), formKey: keyOf(n), ...more },
    });
  const before = await database.db.$count(history);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => save(n)));
  const refused = [...answers.keys()].filter((n) => answers[n]!.status === 409);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(refused).toHaveLength(9);
  for (const n of refused) {
    expect(answers[n]!.errors).toEqual([STALE]);
    expect(answers[n]!.json?.result?.initialValue).toMatchObject({ [field]: typed(n), version: "1" });
  }
  // Each then keeps their own, with the version that their page shows.
  for (const [place, n] of refused.entries())
    expect(await save(n, { formKey: keyOf(n).replace("R1", "R2"), [STALE_VERSION]: String(2 + place) })).toMatchObject({
      status: 303,
    });
  expect(await database.db.$count(history)).toBe(before + 10);
});

/** A form that was refused as stale, with the two versions of `addOns` and `visible`. */
function refusedForm(choices: Record<string, string>, price = "5") {
  const mine = { addOns: [{ value: "Fast", price: "5" }], visible: true };
  const theirs = { addOns: [{ value: "Fast" }, { value: "Slow", price: "2" }], visible: false };
  const form = new FormData();
  form.append("version", "1");
  form.append(STALE_VERSION, "2");
  form.append("addOns[0].value", "Fast");
  form.append("addOns[0].price", price);
  form.append("visible", "on");
  for (const name of ["addOns", "visible"] as const)
    form.append(
      staleField(name),
      JSON.stringify({ mine: entriesOf(name, mine[name]), theirs: entriesOf(name, theirs[name]) }),
    );
  for (const [name, value] of Object.entries(choices)) form.append(name, value);
  return [...resolveStale(form)].map((entry) => entry.join("="));
}

const MINE = ["addOns[0].value=Fast", "addOns[0].price=5", "visible=on"];
const THEIRS = ["addOns[0].value=Fast", "addOns[1].value=Slow", "addOns[1].price=2"];

test("a stale form keeps its own values with the version seen", () => {
  expect(refusedForm({}).sort()).toEqual(["version=2", ...MINE].sort());
});

test("a stale form takes the other values where chosen", () => {
  const taken = refusedForm({ [staleChoice("addOns")]: "theirs", [staleChoice("visible")]: "mine" });
  expect(taken.sort()).toEqual(["version=2", "visible=on", ...THEIRS].sort());
});

test("a stale form takes all of either version", () => {
  expect(refusedForm({ [STALE_ALL]: "theirs", [staleChoice("addOns")]: "mine" }).sort()).toEqual(
    ["version=2", ...THEIRS].sort(),
  );
  expect(refusedForm({ [STALE_ALL]: "mine", [staleChoice("addOns")]: "theirs" }).sort()).toEqual(
    ["version=2", ...MINE].sort(),
  );
});

test("a field edited after the choice keeps the edit", () => {
  const edited = refusedForm({ [STALE_ALL]: "theirs" }, "6");
  expect(edited.sort()).toEqual(["addOns[0].price=6", "addOns[0].value=Fast", "version=2"]);
});

test("a form with broken choices is a form without them", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["version", "1"],
    [STALE_VERSION, "2"],
    [staleField("name"), "{"],
    ["name", "Ada"],
  ])
    form.append(name!, value!);
  expect([...resolveStale(form)]).toEqual([
    ["version", "2"],
    ["name", "Ada"],
  ]);
});
