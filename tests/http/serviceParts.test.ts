import type { ActionFunction } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { HIDDEN_SERVICE } from "~/domain/catalogue/customerInterfaceInput";
import { notTracked } from "~/domain/catalogue/tracking";
import type { ActorUser } from "~/domain/context";
import { encodeId } from "~/paths";
import { customerInterfaces, intakeFields, packages, services, uploads } from "~db/schema";
import { action as saveInterface } from "../../app/routes/_app.services.$serviceId.customer-interface";
import { action as saveIntake } from "../../app/routes/_app.services.$serviceId.intake-form";
import { action as editPackage } from "../../app/routes/_app.services.$serviceId.packages.$packageId";
import { action as deletePackage } from "../../app/routes/_app.services.$serviceId.packages.$packageId_.delete";
import { action as addPackage } from "../../app/routes/_app.services.$serviceId.packages.new";
import { action as upload } from "../../app/routes/uploads";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes, xlsxBytes } from "../support/fileBytes";
import { aPortal, callApi, SITE } from "../support/portal";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let member: ActorUser;
let serviceId: string;
let packageId: string;
const files = memoryFiles();
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  member = await aStaffMember(database.db, { privileges: "Manager" });
  const { service, packages: sold } = await aService(database.db);
  serviceId = service.id;
  packageId = sold[0]!.id;
});

const STALE = "This record was changed by someone else. Please reload and try again.";

async function call(method: string, path: string, body?: unknown, user = member) {
  const ctx = testContext(database.db, anonymous, { files });
  const proof = await aSession(ctx, user, "api");
  const token = { sessionId: proof.sessionId, generation: proof.generation };
  return callApi(ctx, method, path, { body, bearer: await ctx.signer.accessToken(token, TEST_NOW + ACCESS_MS) });
}

type Fields = Record<string, string | File | undefined>;

/** Posts a page's form and returns its action data or its redirect. */
async function post(action: ActionFunction, fields: Fields, db = database.db) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, value);
  const request = new Request(`${SITE}/services`, { method: "POST", body });
  const portal = aPortal(testContext(db, actingAs(member), { files }), request);
  const params = { serviceId: encodeId(serviceId), packageId: encodeId(packageId) };
  const response = (await action({ request, params, context: { portal } })) as Response;
  // biome-ignore lint/suspicious/noExplicitAny: what each door answers is asserted below
  const answer = (response.status === 303 ? null : await response.json()) as any;
  return {
    status: response.status,
    location: response.headers.get("Location"),
    toast: portal.setCookies.find((cookie) => cookie.startsWith("toast=")) ?? "",
    errors: (answer?.result?.error ?? {}) as Record<string, string[]>,
    typed: answer?.result?.initialValue,
    files: answer?.files as { key: string; name: string }[] | undefined,
    answer,
  };
}

/** Expects the same message from API and page, at each one's field name; the page keeps the input. */
async function bothSay(
  message: string,
  wire: [path: string, body: object, field: string],
  page: [action: ActionFunction, fields: Fields, field: string],
) {
  const [path, body, wireField] = wire;
  const answer = await call("POST", path, { serviceId, ...body });
  expect([answer.status, answer.json.fieldErrors?.[wireField]]).toEqual([400, [message]]);
  const [action, fields, pageField] = page;
  const shown = await post(action, fields);
  expect([shown.status, shown.errors[pageField]]).toEqual([400, [message]]);
  return shown;
}

test.each([
  ["Domain authority name is required", { name: "" }, "name", { name: "" }, "name"],
  ["Domain authority name is required", { name: undefined }, "name", { name: undefined }, "name"],
  ["Charge is required", { price: undefined }, "price", { price: "" }, "price"],
  ["Charge is required", { price: 0 }, "price", { price: "0" }, "price"],
  ["Charge is required", { price: 0.99 }, "price", { price: "0.99" }, "price"],
  ["Enter the price as a number, such as 90.00", { price: "much" }, "price", { price: "much" }, "price"],
  ["Use at most two decimals in the price", { price: 1.0055 }, "price", { price: "1.0055" }, "price"],
  ...(
    [
      ["Enter working days from 1 to 120", "turnaroundDays", [0, 121, 1.5]],
      ["Enter days from 0 to 1095", "guaranteeDays", [-1, 1096]],
      ["Enter 0, or hours from 24 to 336", "silentApprovalHours", [23, 337]],
      ["Enter a Domain Rating from 0 to 100", "minDr", [-1, 101]],
    ] as const
  ).flatMap(([message, field, values]) =>
    values.map((value): [string, object, string, Fields, string] => [
      message,
      { [field]: value },
      field,
      { tracked: "on", [field]: String(value) },
      field,
    ]),
  ),
  [
    "Name is required",
    { addOnItems: [{ value: "" }] },
    "addOnItems.0.value",
    { "addOns[0].price": "1" },
    "addOns[0].value",
  ],
  [
    "Enter the price as a number, such as 90.00",
    { addOnItems: [{ value: "a", price: 1.5 }] },
    "addOnItems.0.price",
    { "addOns[0].value": "a", "addOns[0].price": "1.5" },
    "addOns[0].price",
  ],
  [
    "Enter the price as a number, such as 90.00",
    { addOnItems: [{ value: "a", price: -1 }] },
    "addOnItems.0.price",
    { "addOns[0].value": "a", "addOns[0].price": "-1" },
    "addOns[0].price",
  ],
  [
    "Only one add-on can be the default",
    { addOnItems: ["a", "b"].map((value) => ({ value, defaultOption: true })) },
    "addOnItems.1.defaultOption",
    {
      "addOns[0].value": "a",
      "addOns[0].defaultOption": "on",
      "addOns[1].value": "b",
      "addOns[1].defaultOption": "on",
    },
    "addOns[1].defaultOption",
  ],
  [
    "Quantity is required",
    { discountItems: [{ percent: 5 }] },
    "discountItems.0.count",
    { "discounts[0].count": "", "discounts[0].percent": "5" },
    "discounts[0].count",
  ],
  [
    "Minimum quantity should be 1",
    { discountItems: [{ count: 0, percent: 5 }] },
    "discountItems.0.count",
    { "discounts[0].count": "0", "discounts[0].percent": "5" },
    "discounts[0].count",
  ],
  [
    "Discount is required",
    { discountItems: [{ count: 5 }] },
    "discountItems.0.percent",
    { "discounts[0].count": "5", "discounts[0].percent": "" },
    "discounts[0].percent",
  ],
  ...([0, 101] as const).map(
    (percent) =>
      [
        "Discount should be between 1 and 100",
        { discountItems: [{ count: 5, percent }] },
        "discountItems.0.percent",
        { "discounts[0].count": "5", "discounts[0].percent": String(percent) },
        "discounts[0].percent",
      ] as [string, object, string, Fields, string],
  ),
] as [string, object, string, Fields, string][])(
  "package: '%s' for %j in page and API",
  async (message, body, wireField, fields, pageField) => {
    const shown = await bothSay(
      message,
      ["/service/serviceOption", { name: "DA 30+", price: 120, ...body }, wireField],
      [addPackage, { name: "DA 30+", price: "120", description: "kept", ...fields }, pageField],
    );
    expect(shown.typed.description).toBe("kept");
    expect(await database.db.select().from(packages)).toHaveLength(1);
  },
);

test.each([
  ["Title is required", { title: "" }, "title"],
  ["URL is required", { reportUrl: "" }, "reportUrl"],
  ["URL is not valid", { reportUrl: "http://192.168.1.1/report" }, "reportUrl"],
  ["URL is not valid", { reportUrl: "report" }, "reportUrl"],
] as const)("sample report: '%s' for %j in page and API, image kept", async (message, change, field) => {
  const report = { title: "Report", reportUrl: "https://example.com/r", ...change };
  const shown = await bothSay(
    message,
    [
      "/service/customerInterface",
      { sampleReportDetails: [{ ...report, imageUrl: "/files/x" }] },
      `sampleReportDetails.0.${field}`,
    ],
    [
      saveInterface,
      {
        version: "0",
        "sampleReports[0].title": report.title,
        "sampleReports[0].reportUrl": report.reportUrl,
        "sampleReports[0].imageKey": aFile(pngBytes(), "shot.png"),
      },
      `sampleReports[0].${field}`,
    ],
  );
  expect(shown.files).toEqual([expect.objectContaining({ name: "shot.png" })]);
  expect(shown.typed.sampleReports[0].imageKey).toBe(shown.files![0]!.key);
});

test.each([
  [
    "Image is required",
    { sampleReportDetails: [{ title: "t", reportUrl: "https://example.com" }] },
    "sampleReportDetails.0.imageUrl",
    { "sampleReports[0].title": "t", "sampleReports[0].reportUrl": "https://example.com" },
    "sampleReports[0].imageKey",
  ],
  [
    "Question is required",
    { faqs: [{ question: "", answer: "a" }] },
    "faqs.0.question",
    { "faqs[0].answer": "a" },
    "faqs[0].question",
  ],
  [
    "Answer is required",
    { faqs: [{ question: "q", answer: "" }] },
    "faqs.0.answer",
    { "faqs[0].question": "q" },
    "faqs[0].answer",
  ],
  [
    "Answer is required",
    { faqs: [{ question: "q", answer: "<p> </p>" }] },
    "faqs.0.answer",
    { "faqs[0].question": "q", "faqs[0].answer": "<p> </p>" },
    "faqs[0].answer",
  ],
] as const)("customer interface: '%s' for %j in page and API", async (message, body, wireField, fields, pageField) => {
  await bothSay(message, ["/service/customerInterface", body, wireField], [saveInterface, fields, pageField]);
  expect(await database.db.select().from(customerInterfaces)).toEqual([]);
});

test("page and API refuse a sixth sample report but accept sixty FAQs", async () => {
  const report = { title: "t", reportUrl: "https://example.com", imageUrl: "/files/x" };
  const fields = Object.fromEntries(
    Array.from({ length: 6 }, (_, n) => [
      [`sampleReports[${n}].title`, "t"],
      [`sampleReports[${n}].reportUrl`, "https://example.com"],
      [`sampleReports[${n}].imageKey`, aFile(pngBytes(), "a.png")],
    ]).flat() as [string, string | File][],
  );
  await bothSay(
    "At most 5 sample reports",
    ["/service/customerInterface", { sampleReportDetails: Array(6).fill(report) }, "sampleReportDetails"],
    [saveInterface, fields, "sampleReports"],
  );
  const faqs = Array.from({ length: 60 }, (_, n) => ({ question: `q${n}`, answer: "a" }));
  const saved = await call("POST", "/service/customerInterface", { serviceId, faqs });
  expect([saved.status, saved.json.faqs.length]).toEqual([200, 60]);
});

test.each([
  ["At least one field is required", { intakeItems: [] }, "intakeItems", {}, "items"],
  [
    "Name is required",
    { intakeItems: [{ name: " ", itemType: "TEXT" }] },
    "intakeItems.0.name",
    { "items[0].name": " ", "items[0].itemType": "TEXT" },
    "items[0].name",
  ],
  [
    "Field type is required",
    { intakeItems: [{ name: "n", itemType: "DATE" }] },
    "intakeItems.0.itemType",
    { "items[0].name": "n", "items[0].itemType": "DATE" },
    "items[0].itemType",
  ],
] as const)("intake form: '%s' in page and API", async (message, body, wireField, fields, pageField) => {
  await bothSay(message, ["/service/intakeDetail", body, wireField], [saveIntake, fields, pageField]);
});

test("the page adds, edits and deletes a package with the fixed texts", async () => {
  const added = await post(addPackage, { name: "DA 50+", price: "120.50", "addOns[0].value": "500 Words" });
  expect([added.status, added.location]).toEqual([303, `/services/${encodeId(serviceId)}/packages`]);
  expect(decodeURIComponent(added.toast)).toContain("Package added successfully");
  const edited = await post(editPackage, { version: "1", name: "DA 60+", price: "99" });
  expect(decodeURIComponent(edited.toast)).toContain("Package edited successfully");
  // The earlier version is stale and keeps the input.
  const stale = await post(editPackage, { version: "1", name: "Mine", price: "98" });
  expect([stale.status, stale.errors[""], stale.typed.name]).toEqual([409, [STALE], "Mine"]);
  expect((await post(deletePackage, { version: "1" })).errors[""]).toEqual([STALE]);
  const deleted = await post(deletePackage, { version: "2" });
  expect(decodeURIComponent(deleted.toast)).toContain("Package deleted successfully");
  const rows = await database.db.select().from(packages);
  expect(rows.map(({ name, price, addOns }) => [name, price, addOns])).toEqual([
    ["DA 50+", 120_50, [{ value: "500 Words", price: 0, defaultOption: false }]],
  ]);
});

test("buttons edit rows without script, keep input and write nothing", async () => {
  const press = (action: ActionFunction, fields: Fields, type: string, payload: object) =>
    post(action, { ...fields, __intent__: JSON.stringify({ type, payload }) });
  const typed = {
    version: "1",
    "items[0].name": "First",
    "items[0].itemType": "TEXT",
    "items[1].name": "",
    "items[1].itemType": "NUMBER",
  };
  const added = await press(saveIntake, { ...typed, "items[1].imageKey": aFile(pngBytes(), "help.png") }, "insert", {
    name: "items",
    defaultValue: { id: "new-3", itemType: "TEXT_AREA", name: "Text area" },
  });
  expect([added.status, added.errors]).toEqual([200, {}]);
  const [help] = added.files!;
  expect(added.typed.items).toEqual([
    { name: "First", itemType: "TEXT" },
    { itemType: "NUMBER", imageKey: help!.key },
    { id: "new-3", itemType: "TEXT_AREA", name: "Text area" },
  ]);
  const moved = await press(saveIntake, { ...typed, "items[1].imageKey": help!.key }, "reorder", {
    name: "items",
    from: 1,
    to: 0,
  });
  expect(moved.typed.items[0]).toEqual({ itemType: "NUMBER", imageKey: help!.key });
  expect(moved.files).toEqual([expect.objectContaining({ name: "help.png" })]);
  const removed = await press(
    addPackage,
    { name: "P", "discounts[0].count": "1", "discounts[1].count": "2" },
    "remove",
    { name: "discounts", index: 0 },
  );
  expect([removed.typed.name, removed.typed.discounts]).toEqual(["P", [{ count: "2" }]]);
  // An unknown intent is treated as a plain post.
  expect((await post(addPackage, { name: "", __intent__: "{" })).errors.name).toEqual([
    "Domain authority name is required",
  ]);
  expect(await database.db.select().from(intakeFields)).toEqual([]);
  expect(await database.db.select().from(packages)).toHaveLength(1);
});

const pictures = ".jpg, .jpeg, .png, .webp, .gif";
test.each([
  ["a renamed program", aFile("MZ\u0090\u0000", "shot.png"), `'shot.png' cannot be used. Allowed types: ${pictures}`],
  [
    "an SVG with script",
    aFile("<svg><script>alert(1)</script></svg>", "shot.svg"),
    `'shot.svg' cannot be used. Allowed types: ${pictures}`,
  ],
  [
    "HTML named .jpg",
    aFile("<!doctype html><script>1</script>", "shot.jpg"),
    `'shot.jpg' cannot be used. Allowed types: ${pictures}`,
  ],
  ["a spreadsheet", aFile(xlsxBytes(), "shot.xlsx"), `'shot.xlsx' cannot be used. Allowed types: ${pictures}`],
  [
    "21 MB",
    aFile(new Uint8Array(21 * 1024 * 1024), "large.png"),
    "'large.png' is larger than 5 MB. Allowed types: .jpg, .jpeg, .png, .webp, .gif",
  ],
  ["an empty file", aFile("", "empty.png"), "'empty.png' is empty"],
])("refuses %s by name with the allowed types and keeps the input", async (_what, file, message) => {
  const good = aFile(pngBytes(), "good.png");
  const shown = await post(saveInterface, {
    version: "0",
    "sampleReports[0].title": "First",
    "sampleReports[0].reportUrl": "https://example.com",
    "sampleReports[0].imageKey": file,
    "sampleReports[1].title": "Second",
    "sampleReports[1].imageKey": good,
    "faqs[0].question": "Why?",
  });
  expect(shown.status).toBe(400);
  expect(shown.errors).toEqual({
    "sampleReports[0].imageKey": [message],
    "sampleReports[1].reportUrl": ["URL is required"],
    "faqs[0].answer": ["Answer is required"],
  });
  expect(shown.files).toEqual([expect.objectContaining({ name: "good.png" })]);
  expect(shown.typed).toMatchObject({
    sampleReports: [{ title: "First" }, { title: "Second", imageKey: shown.files![0]!.key }],
    faqs: [{ question: "Why?" }],
  });
  const help = await post(saveIntake, {
    "items[0].name": "Kept",
    "items[0].itemType": "TEXT",
    "items[0].imageKey": file,
  });
  expect([help.errors["items[0].imageKey"], help.typed.items[0].name]).toEqual([[message], "Kept"]);
  // The same file uploaded ahead of the form, as script sends it.
  for (const kind of ["sampleReportImage", "intakeFieldImage"]) {
    const ahead = await post(upload, { kind, file });
    expect([ahead.status, ahead.answer]).toEqual([400, { message }]);
  }
});

test("an uploaded file is posted by key, replaced by a newer one or removed", async () => {
  const ahead = await post(upload, { kind: "intakeFieldImage", file: aFile(pngBytes(), "help.png") });
  const { key } = ahead.answer;
  const item = { "items[0].name": "URL", "items[0].itemType": "TEXT" };
  const saved = await post(saveIntake, { version: "1", ...item, "items[0].imageKey": key });
  expect(decodeURIComponent(saved.toast)).toContain("Intake form updated successfully");
  const stored = async () => (await database.db.select().from(intakeFields))[0]!;
  expect((await stored()).imageKey).toBe(key);
  const body = new FormData();
  const { id } = await stored();
  for (const [name, value] of [
    ["version", "2"],
    ["items[0].id", id],
    ...Object.entries(item),
    ["items[0].imageKey", key],
  ] as [string, string][])
    body.append(name, value);
  body.append("items[0].imageKey", aFile(pngBytes(), "newer.png"));
  const request = new Request(`${SITE}/x`, { method: "POST", body });
  const portal = aPortal(testContext(database.db, actingAs(member), { files }), request);
  await saveIntake({ request, params: { serviceId: encodeId(serviceId) }, context: { portal } });
  const newer = (await stored()).imageKey;
  expect(newer).not.toBe(key);
  expect((await stored()).id).toBe(id);
  await post(saveIntake, {
    version: "3",
    ...item,
    "items[0].id": id,
    "items[0].imageKey": newer!,
    "items[0].imageKeyRemoved": newer!,
  });
  expect((await stored()).imageKey).toBeNull();
  const held = await database.db.select().from(uploads);
  expect(held.map((row) => row.attachedTo)).toEqual([null, null]);
});

test("a fault while saving shows the fixed text and keeps the input", async () => {
  const broken = new Proxy(database.db, {
    get(target, name) {
      if (name === "batch")
        return () => {
          throw new Error("D1_ERROR");
        };
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const message = "An error occurred while updating intake form. Please try again.";
  const form = await post(saveIntake, { "items[0].name": "URL", "items[0].itemType": "TEXT" }, broken);
  expect([form.status, form.errors[""], form.typed.items[0].name]).toEqual([500, [message], "URL"]);
  const shown = await post(saveInterface, { "faqs[0].question": "q", "faqs[0].answer": "a" }, broken);
  expect([shown.status, shown.errors[""]]).toEqual([500, [message]]);
  const sold = await post(addPackage, { name: "P", price: "1" }, broken);
  expect([sold.status, sold.errors[""]]).toEqual([500, ["An error occurred. Please try again."]]);
});

test("page and API refuse to edit a hidden service's customer interface", async () => {
  await database.db.update(services).set({ visible: false });
  const answer = await call("POST", "/service/customerInterface", {
    serviceId,
    faqs: [{ question: "q", answer: "a" }],
  });
  expect([answer.status, answer.json.message]).toEqual([409, HIDDEN_SERVICE]);
  const shown = await post(saveInterface, { "faqs[0].question": "q", "faqs[0].answer": "a" });
  expect([shown.status, shown.errors[""], shown.typed.faqs]).toEqual([
    409,
    [HIDDEN_SERVICE],
    [{ question: "q", answer: "a" }],
  ]);
});

test("packages over the API: dollars, default values, two read addresses", async () => {
  const added = await call("POST", "/service/serviceOption", {
    serviceId,
    name: "DA 50+",
    price: 120.5,
    addOnItems: [{ value: "500 Words" }, { value: "1000 Words", price: 25, defaultOption: true }],
    discountItems: [{ count: 10, percent: 1 }],
  });
  expect(added.json).toEqual({
    serviceOptionId: expect.any(String),
    serviceId,
    name: "DA 50+",
    description: "",
    price: 120.5,
    addOnItems: [
      { value: "500 Words", price: 0, defaultOption: false },
      { value: "1000 Words", price: 25, defaultOption: true },
    ],
    discountItems: [{ count: 10, percent: 1 }],
    ...notTracked,
    version: 1,
  });
  const { serviceOptionId } = added.json;
  const edited = await call("POST", "/service/serviceOption", { ...added.json, name: "DA 55+" });
  expect(edited.json).toMatchObject({ serviceOptionId, name: "DA 55+", version: 2 });
  const stale = await call("POST", "/service/serviceOption", { ...added.json, version: 1 });
  expect([stale.status, stale.json.message]).toEqual([409, STALE]);
  const read = await call("GET", `/service/serviceOptions?id=${serviceId}`);
  expect(read.json[1]).toEqual(edited.json);
  expect((await call("GET", `/service/options?id=${serviceId}`)).json).toEqual(read.json);
  const query = `serviceOptionId=${serviceOptionId}&serviceId=${serviceId}`;
  expect((await call("DELETE", `/service/serviceOption?${query}&version=1`)).status).toBe(409);
  expect((await call("DELETE", `/service/serviceOption?${query}`)).json).toEqual({
    serviceOptionId,
    serviceId,
    name: "DA 55+",
  });
  expect((await call("DELETE", `/service/serviceOption?${query}`)).status).toBe(404);
});

test("package settings of tracked links over the API keep what is absent", async () => {
  const sent = { tracked: true, turnaroundDays: 12, guaranteeDays: 90, remedy: "refund", minDr: 40 };
  const save = (body: object) =>
    call("POST", "/service/serviceOption", { serviceId, name: "DA 50+", price: 120, ...body });
  const added = await save(sent);
  expect(added.json).toMatchObject({ ...sent, approveSite: false, silentApprovalHours: 0, relWanted: "any" });
  const { serviceOptionId } = added.json;
  const edited = await save({ serviceOptionId, approveSite: true, silentApprovalHours: 48, relWanted: "follow" });
  expect(edited.json).toMatchObject({ ...sent, approveSite: true, silentApprovalHours: 48, relWanted: "follow" });
  expect((await save({ serviceOptionId, minDr: null })).json).toMatchObject({ ...sent, minDr: null });
  const read = await call("GET", `/service/serviceOptions?id=${serviceId}`);
  expect(read.json[1]).toMatchObject({ serviceOptionId, ...sent, minDr: null, approveSite: true });
});

test("the package form switches tracking on and off and keeps its terms", async () => {
  const stored = async () => (await database.db.select().from(packages).where(eq(packages.id, packageId)).get())!;
  const form = { name: "DA 30+", price: "100", remedy: "replace", relWanted: "any" };
  const numbers = { turnaroundDays: "12", guaranteeDays: "90", silentApprovalHours: "0", minDr: "" };
  expect((await post(editPackage, { ...form, ...numbers, tracked: "on", approveSite: "on" })).status).toBe(303);
  const terms = { turnaroundDays: 12, guaranteeDays: 90, minDr: null };
  expect((await stored()).tracking).toMatchObject({ tracked: true, approveSite: true, ...terms });
  const empty = await post(editPackage, { ...form, tracked: "on", turnaroundDays: "" });
  expect(empty.errors.turnaroundDays).toEqual(["Enter working days from 1 to 120"]);
  expect((await post(editPackage, form)).status).toBe(303);
  expect((await stored()).tracking).toMatchObject({ tracked: false, approveSite: false, ...terms });
});

test("an intake form over the API keeps server ids and its sequence", async () => {
  const image = await post(upload, { kind: "intakeFieldImage", file: aFile(pngBytes(), "help.png") });
  const saved = await call("POST", "/service/intakeDetail", {
    serviceId,
    version: 1,
    intakeItems: [
      {
        serviceIntakeId: "1700000000000",
        name: "Second",
        itemType: "TEXT_AREA",
        sequence: 1,
        imageUrl: image.answer.url,
      },
      { serviceIntakeId: "a", name: "First", itemType: "FILE_UPLOAD", multiple: true, mandatory: true, sequence: 0 },
    ],
  });
  expect(saved.json).toMatchObject({
    serviceId,
    version: 2,
    intakeItems: [
      {
        name: "First",
        itemType: "FILE_UPLOAD",
        multiple: true,
        mandatory: true,
        sequence: 0,
        placeHolder: "",
        helpText: "",
      },
      { name: "Second", sequence: 1, imageUrl: image.answer.url },
    ],
  });
  const ids = saved.json.intakeItems.map((item: { serviceIntakeId: string }) => item.serviceIntakeId);
  expect(ids.every((id: string) => id.length > 15)).toBe(true);
  expect((await call("GET", `/service/intakeDetail?id=${serviceId}`)).json).toEqual(saved.json);
  const again = await call("POST", "/service/intakeDetail", {
    ...saved.json,
    intakeItems: [...saved.json.intakeItems, { name: "Third", itemType: "NUMBER", sequence: 2 }],
  });
  expect(again.json.intakeItems.slice(0, 2)).toEqual(saved.json.intakeItems);
  const stale = await call("POST", "/service/intakeDetail", saved.json);
  expect([stale.status, stale.json.message]).toEqual([409, STALE]);
  for (const [imageUrl, message] of [
    ["https://example.com/x.png", "This file was not uploaded here"],
    [`/files/${"A".repeat(32)}`, "This file is no longer available. Please upload it again."],
  ]) {
    const refused = await call("POST", "/service/intakeDetail", {
      serviceId,
      intakeItems: [{ name: "n", itemType: "TEXT", imageUrl }],
    });
    expect([refused.status, refused.json.fieldErrors]).toEqual([400, { "intakeItems.0.imageUrl": [message] }]);
  }
});

test("a customer interface over the API returns its answers as HTML", async () => {
  expect((await call("GET", `/service/customerInterface?serviceId=${serviceId}`)).json).toEqual({
    serviceId,
    sampleReportDetails: [],
    faqs: [],
    version: 0,
  });
  const image = await post(upload, { kind: "sampleReportImage", file: aFile(pngBytes(), "r.png") });
  const saved = await call("POST", "/service/customerInterface", {
    serviceId,
    version: 0,
    sampleReportDetails: [{ title: "Report", reportUrl: "https://example.com/r", imageUrl: SITE + image.answer.url }],
    faqs: [{ question: "Why?", answer: "<p>So <b>that</b></p>" }],
  });
  expect(saved.json).toEqual({
    serviceId,
    sampleReportDetails: [{ title: "Report", reportUrl: "https://example.com/r", imageUrl: image.answer.url }],
    faqs: [{ question: "Why?", answer: "<p>So <strong>that</strong></p>" }],
    version: 1,
  });
  expect((await call("GET", `/service/customerInterface?serviceId=${serviceId}`)).json).toEqual(saved.json);
  const stale = await call("POST", "/service/customerInterface", { ...saved.json, version: 0 });
  expect([stale.status, stale.json.message]).toEqual([409, STALE]);
});

test("refuses customers and answers 404 for an unknown service", async () => {
  const customer = await aCustomer(database.db);
  const body = { serviceId, name: "P", price: 1, intakeItems: [{ name: "n", itemType: "TEXT" }] };
  for (const [method, path] of [
    ["POST", "/service/serviceOption"],
    ["DELETE", `/service/serviceOption?serviceOptionId=${packageId}&serviceId=${serviceId}`],
    ["GET", `/service/intakeDetail?id=${serviceId}`],
    ["POST", "/service/intakeDetail"],
    ["GET", `/service/customerInterface?serviceId=${serviceId}`],
    ["POST", "/service/customerInterface"],
  ] as const) {
    const sent = method === "POST" ? body : undefined;
    expect([path, (await call(method, path, sent, customer)).status]).toEqual([path, 403]);
    const elsewhere = path.replaceAll(serviceId, "nothing");
    const answer = await call(method, elsewhere, sent && { ...sent, serviceId: "nothing" });
    expect([elsewhere, answer.status]).toEqual([elsewhere, 404]);
  }
  expect(await database.db.select().from(packages)).toHaveLength(1);
});
