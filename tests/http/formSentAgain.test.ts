import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { encodeId } from "~/paths";
import { clientNotes, coupons, creatives, formAnswers, history, packages, services, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { postForm } from "../support/postForm";
import { aDeskIn, type Desk, type Fields, type PostedForm, versionedForms } from "../support/versionedForms";

const STALE = "This record was changed by someone else. Please reload and try again.";
const SAVED_BEFORE = "This form was already saved. Open the page again to see what was saved and to change it.";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const post = (user: ActorUser, posted: PostedForm, fields: Fields) => postForm(database.db, user, posted, fields);
const aDesk = () => aDeskIn(database.db);
const edits = versionedForms(() => database.db);

const KEY = "0b51a1f2-5a52-4f4e-8ab2-54d7f5c6e0a1:R1:";
/** An order is cancelled and reopened once, a team account removed once, and a refund made once per request. */
const editsWithOther = Object.entries(edits).filter(
  ([name]) => !["order cancellation", "order reopening", "removed team account", "refund"].includes(name),
);
const entries = async () => (await database.db.select().from(history)).length;

test.each(Object.entries(edits))("sent again after a lost answer, a form is one act: %s", async (_, form) => {
  const desk = await aDesk();
  const posted = await form(desk);
  const { recorded = 1 } = posted;
  const before = await entries();
  const first = await post(desk.staff, posted, { ...posted.fields, formKey: KEY });
  expect([first.status, first.errors]).toEqual([303, []]);
  const after = await entries();
  expect(after - before).toBeGreaterThan(0);
  if (recorded !== null) expect(after).toBe(before + recorded);
  const second = await post(desk.staff, posted, { ...posted.fields, formKey: KEY });
  expect(second).toEqual(first);
  expect(await entries()).toBe(after);
});

test.each(editsWithOther)("saves corrected content on top of the own lost save: %s", async (_, form) => {
  const desk = await aDesk();
  const posted = await form(desk);
  const send = (fields: Fields) => post(desk.staff, posted, { ...posted.fields, ...fields, formKey: KEY });
  const counts = [await entries()];
  await send({});
  for (const fields of [posted.other, {}, {}, posted.other]) {
    counts.push(await entries());
    expect(await send(fields)).toMatchObject({ status: 303, errors: [] });
  }
  counts.push(await entries());
  const added = counts.slice(1).map((count, at) => count - counts[at]!);
  const { recorded = 1 } = posted;
  // The repeated content in the middle is the same act.
  if (recorded !== null) expect(added).toEqual([recorded, recorded, recorded, 0, recorded]);
  else expect(added.map((count) => count > 0)).toEqual([true, true, true, false, true]);
});

test.each(editsWithOther)("does not save over another person's later change: %s", async (_, form) => {
  const desk = await aDesk();
  const posted = await form(desk);
  await post(desk.staff, posted, { ...posted.fields, formKey: KEY });
  const version = String(Number(posted.fields.version) + 1);
  const other = { ...posted.fields, ...posted.other, version, formKey: KEY.replace("0", "1") };
  expect(await post(desk.staff, posted, other)).toMatchObject({ status: 303 });
  const second = { ...posted.fields, ...posted.other, formKey: KEY };
  expect(await post(desk.staff, posted, second)).toMatchObject({ status: 409, errors: [STALE] });
});

test.each(Object.entries(edits))("another person's change in between is still a conflict: %s", async (_, form) => {
  const desk = await aDesk();
  const posted = await form(desk);
  const other = await post(desk.staff, posted, { ...posted.fields, ...posted.other, formKey: KEY.replace("0", "1") });
  expect(other.status).toBe(303);
  const mine = await post(desk.staff, posted, { ...posted.fields, formKey: KEY }).catch((error: Response) => error);
  if ("errors" in mine) expect([mine.status, mine.errors]).toEqual([409, [STALE]]);
  // What was removed is gone.
  else expect(mine.status).toBe(404);
});

/** Forms that make something, by what they make. */
const creations = {
  service: () => ({
    table: services,
    route: () => import("~/routes/_app.services.new"),
    fields: { name: "Guest posts", serviceType: "REGULAR", paymentTypes: "DIRECT" },
    other: { name: "Link building" },
  }),
  package: ({ service }: Desk) => ({
    table: packages,
    route: () => import("~/routes/_app.services.$serviceId.packages.new"),
    params: { serviceId: encodeId(service.id) },
    fields: { name: "DA 30+", price: "100" },
    other: { name: "DA 40+" },
  }),
  coupon: ({ service }: Desk) => ({
    table: coupons,
    route: () => import("~/routes/_app.coupons.new"),
    fields: { code: "SPRING", type: "PERCENTAGE", discount: "40", serviceIds: service.id },
    other: { code: "SUMMER" },
  }),
  client: () => ({
    table: users,
    route: () => import("~/routes/_app.clients.new"),
    fields: { firstName: "Ada", lastName: "Example", email: "ada@example.com" },
    other: { email: "byron@example.com" },
  }),
  "team account": () => ({
    table: users,
    route: () => import("~/routes/_app.teams.new"),
    fields: {
      firstName: "Ada",
      lastName: "Example",
      email: "ada@example.com",
      privileges: "Admin",
      password: "Portal#2026",
    },
    other: { email: "byron@example.com" },
  }),
  note: ({ client }: Desk) => ({
    table: clientNotes,
    route: () => import("~/routes/_app.clients.$clientId.notes.new"),
    params: { clientId: encodeId(client.id) },
    fields: { body: "Calls back" },
    other: { body: "Writes back" },
  }),
  creative: () => ({
    table: creatives,
    route: () => import("~/routes/_app.creatives.new"),
    fields: { name: "Banner", url: "https://example.com/", creativeStatus: "ACTIVE", validUntil: "2040-01-31" },
    other: { name: "Video" },
  }),
} as const;

test.each(Object.entries(creations))(
  "a form makes one, sent five times in parallel and once more: %s",
  async (_, form) => {
    const desk = await aDesk();
    const { table, ...made } = form(desk);
    const posted = { ...made, path: "/records/new" };
    const rows = async () => (await database.db.select().from(table)).length;
    const before = await rows();
    const sent = { ...posted.fields, formKey: KEY };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(desk.staff, posted, sent)));
    answers.push(await post(desk.staff, posted, sent));
    expect(await rows()).toBe(before + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 303, errors: [] });
    const changed = await post(desk.staff, posted, { ...sent, ...posted.other });
    expect([changed.status, changed.errors]).toEqual([409, [SAVED_BEFORE]]);
    expect(await rows()).toBe(before + 1);
    await post(desk.staff, posted, { ...sent, ...posted.other, formKey: KEY.replace("0", "1") });
    expect(await rows()).toBe(before + 2);
  },
);

test("answers saved when the process was stopped after the save", async () => {
  const desk = await aDesk();
  const posted = await edits.order!(desk);
  const sent = { ...posted.fields, formKey: KEY };
  await post(desk.staff, posted, sent);
  const before = await entries();
  await database.db.delete(formAnswers);
  expect(await post(desk.staff, posted, sent)).toMatchObject({
    status: 303,
    toast: { tone: "success", text: "Your changes were already saved" },
  });
  expect(await entries()).toBe(before);
});

test("saves a refused form when it is sent again with the same key", async () => {
  const desk = await aDesk();
  const posted = await edits.order!(desk);
  const refused = await post(desk.staff, posted, { ...posted.fields, assignedToId: "nobody", formKey: KEY });
  expect(refused.status).toBe(400);
  expect(await post(desk.staff, posted, { ...posted.fields, formKey: KEY })).toMatchObject({ status: 303 });
});

test.each(Object.entries(edits))(
  "a form drawn for another account is refused and writes nothing: %s",
  async (_, form) => {
    const desk = await aDesk();
    const posted = await form(desk);
    const before = await entries();
    const answer = await post(desk.staff, posted, { ...posted.fields, formKey: KEY, formOwner: desk.client.id });
    expect(answer.status).toBe(409);
    expect(answer.errors).toEqual([
      `Nothing was saved or charged. This page was opened by another account, and you are now signed in as ${desk.staff.email}. Open it again to continue as ${desk.staff.email}.`,
    ]);
    expect(await entries()).toBe(before);
    expect(await database.db.select().from(history).where(eq(history.formKey, KEY))).toEqual([]);
  },
);
