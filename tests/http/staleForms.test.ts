import { readdirSync, readFileSync } from "node:fs";
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
/** Of acts that happen once, nobody can keep theirs afterwards. A form of choices shows the stored ones instead. */
const once = ["order cancellation", "order reopening"];
const typedForms = forms.filter(([name]) => name !== "removed team account");
const keyOf = (n: number) => `${n}b51a1f2-5a52-4f4e-8ab2-54d7f5c6e0a1:R1:`;

test.each(typedForms)("ten writers of one version keep all ten inputs: %s", async (name, form) => {
  const desk = await aDeskIn(database.db);
  const posted = await form(desk);
  const [field, example] = Object.entries(posted.other)[0]!;
  const typed = (n: number) => {
    if (posted.choices) return example;
    return /^\d+$/.test(example) ? String(Number(example) + n) : `${example}-${n}`;
  };
  const save = (n: number, more = {}) =>
    postForm(database.db, desk.staff, posted, {
      ...posted.fields,
      [field]: typed(n),
      formKey: keyOf(n),
      ...more,
    });
  const before = await database.db.$count(history);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => save(n)));
  const refused = [...answers.keys()].filter((n) => answers[n]!.status === 409);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(refused).toHaveLength(9);
  for (const n of refused) {
    expect(answers[n]!.errors).toEqual([STALE]);
    const shown = answers[n]!.json?.result?.initialValue;
    expect(shown).toMatchObject({ version: posted.fields.version });
    expect(JSON.stringify(shown)).toContain(JSON.stringify(typed(n)));
  }
  if (once.includes(name) || posted.choices) return;
  // Each then keeps their own, with the version that their page shows.
  for (const [place, n] of refused.entries())
    expect(
      await save(n, {
        formKey: keyOf(n).replace("R1", "R2"),
        [STALE_VERSION]: String(Number(posted.fields.version) + 1 + place),
      }),
    ).toMatchObject({ status: 303 });
  const { recorded = 1 } = posted;
  if (recorded !== null) expect(await database.db.$count(history)).toBe(before + 10 * recorded);
});

/** The forms of the table above by their component, and those in which nothing is typed that could be kept. */
const components: Record<string, string | null> = {
  "affiliates/ProgrammeForm": "affiliate programme",
  "announcements/AnnouncementForm": "announcement",
  "clients/AffiliateDialog": "affiliate",
  "clients/ClientFormDialog": "client",
  "clients/ExcludedSitesDialog": "excluded sites",
  "clients/ClientForms": "client status",
  "clients/NoteDialog": "note",
  "coupons/CouponForm": "coupon",
  "creatives/CreativeForm": "creative",
  "inbox/SavedReplyForm": "saved reply",
  "orders/CancelOrderDialog": "order cancellation",
  "orders/DeadlineDialog": "order deadline",
  "orders/DeliverOrderDialog": "order delivery",
  "orders/DeleteEntryDialog": null,
  // The Billing Worker stages it; tests/domain/disputeAnswers holds its versions.
  "orders/DisputeAnswerView": null,
  "orders/DripDialog": "gradual start",
  "orders/OrderEditForm": "order",
  "orders/OrderEntryDialog": "project details",
  "orders/RefundOrderDialog": "refund",
  "orders/ReopenOrderDialog": "order reopening",
  // An answer is given once; a refused one shows what became of the link.
  "placements/AnswerForm": null,
  // A decision is made once; a refused one shows what became of the claim.
  "placements/ClaimCard": null,
  "placements/PlacementForm": "link",
  // Passwords are never sent back to a page.
  "profile/PasswordForm": null,
  "profile/ProfileForm": "profile",
  "profile/ProfilePhotoForm": null,
  "services/CustomerInterfaceEditor": "customer interface",
  "services/DeletePackageDialog": null,
  "services/IntakeBuilder": "intake form",
  "services/LinkRulesDialog": "link rules",
  "services/PackageDialog": "package",
  "services/ServiceForm": "service",
  "services/ServiceImageForm": null,
  "settings/BrandForm": "brand settings",
  "settings/CompanyForm": "company settings",
  "settings/ContactForm": "contact settings",
  "settings/MailTextForm": "text of a mail",
  "settings/NoticeSettingsForm": "notice settings",
  "settings/OrderSettingsForm": "order settings",
  "settings/DataSettingsForm": "data settings",
  "settings/PaymentSettingsForm": "payment settings",
  "settings/SecuritySettingsForm": "security settings",
  "settings/ShopSettingsForm": "shop settings",
  "settings/SenderForm": "sender of mails",
  "team/DeleteTeamAccountDialog": "removed team account",
  "team/TeamAccountDialog": "team account",
  "views/ViewForm": "saved view",
};

test("every form with a version is one of the table", () => {
  const withVersion = readdirSync("app/features", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && path !== "records/RecordForm.tsx")
    .filter((path) => /name="version"|<RecordForm/.test(readFileSync(`app/features/${path}`, "utf8")))
    .map((path) => path.slice(0, -".tsx".length).replaceAll("\\", "/"));
  expect(withVersion.sort()).toEqual(Object.keys(components).sort());
  const covered = Object.values(components).filter((name) => name !== null);
  expect(covered.sort()).toEqual(forms.map(([name]) => name).sort());
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
