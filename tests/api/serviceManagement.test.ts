import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { services, uploads } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes, xlsxBytes } from "../support/fileBytes";
import { callApi, SITE } from "../support/portal";
import { foreignMarkup, richTextPayloads } from "../support/richTextPayloads";
import { anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

const STALE = "This record was changed by someone else. Please reload and try again.";

let database: TestDatabase;
let member: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  member = await aStaffMember(database.db, { privileges: "Manager" });
});

async function as(user: ActorUser) {
  const ctx = testContext(database.db, anonymous, { files: memoryFiles() });
  const proof = await aSession(ctx, user, "api");
  const bearer = await ctx.signer.accessToken(
    { sessionId: proof.sessionId, generation: proof.generation },
    TEST_NOW + ACCESS_MS,
  );
  const call = (method: string, path: string, body?: unknown) => callApi(ctx, method, path, { body, bearer });
  const send = async (path: string, fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { Authorization: `Bearer ${bearer}` };
    const response = await answerApi(ctx, new Request(`${SITE}/api${path}`, { method: "POST", headers, body }));
    return { status: response.status, json: await response.json<Record<string, unknown>>() };
  };
  return { call, send };
}
const sent = { name: "Guest posts", paymentTypes: ["DIRECT"] };

test("a service keeps its documented shape when written and read", async () => {
  const { call, send } = await as(member);
  const template = await send("/upload", { file: aFile(xlsxBytes(), "brief.xlsx") });
  const made = await call("POST", "/service/serviceDetail", {
    ...sent,
    description: "<p><b>Real</b> sites</p>",
    paymentTypes: ["DIRECT", "SUBSCRIPTION"],
    orderDuration: 3,
    frequency: "DAY",
    subStatuses: [
      { name: "Published", sequence: 2, completed: false },
      { name: "Outreach", sequence: 1, completed: false },
    ],
    templateUrl: template.json.url,
    visibility: false,
    version: 99,
    createdTime: "2001-01-01T00:00:00Z",
  });
  expect(made).toMatchObject({
    status: 200,
    json: {
      name: "Guest posts",
      description: "<p><strong>Real</strong> sites</p>",
      imageUrl: null,
      serviceType: "REGULAR",
      paymentTypes: ["SUBSCRIPTION", "DIRECT"],
      orderDuration: 3,
      frequency: "DAY",
      subStatuses: [
        { name: "Outreach", sequence: 0, completed: false },
        { name: "Published", sequence: 1, completed: false },
      ],
      templateUrl: template.json.url,
      visibility: false,
      createdTime: "2026-11-21T12:00:00.000Z",
      version: 1,
    },
  });
  const { _id: id } = made.json;
  const image = await send("/service/upload/image", { file: aFile(pngBytes(), "a.png"), serviceId: id });
  expect(image).toEqual({ status: 200, json: { url: expect.stringMatching(/^\/files\//) } });
  const changed = await call("POST", "/service/serviceDetail", {
    ...made.json,
    imageUrl: image.json.url,
    version: 2,
    name: "Niche",
  });
  expect(changed.json).toMatchObject({
    _id: id,
    name: "Niche",
    imageUrl: image.json.url,
    version: 3,
    visibility: false,
  });
  expect((await call("POST", "/service/serviceDetail", { ...changed.json, version: 2 })).json).toEqual({
    message: STALE,
  });
});

test.each([
  [{ name: "" }, { name: ["Service name is required"] }],
  [{ paymentTypes: [] }, { paymentTypes: ["Please select applicable payment types"] }],
  [{ serviceType: "" }, { serviceType: ["Service type is required"] }],
  [
    { paymentTypes: ["SUBSCRIPTION"], orderDuration: null, frequency: null },
    { orderDuration: ["Duration is required"], frequency: ["Frequency is required"] },
  ],
  [
    { paymentTypes: ["SUBSCRIPTION"], orderDuration: "", frequency: "" },
    { orderDuration: ["Duration is required"], frequency: ["Frequency is required"] },
  ],
  [
    { paymentTypes: ["SUBSCRIPTION"], orderDuration: 0, frequency: "DAY" },
    { orderDuration: ["Duration should be minimum 1"] },
  ],
  [{ subStatuses: [{ name: "" }] }, { "subStatuses.0.name": ["Status is required"] }],
  [{ imageUrl: "https://example.com/a.png" }, { imageUrl: ["This file was not uploaded here"] }],
  [
    { templateUrl: `/files/${"a".repeat(32)}` },
    { templateUrl: ["This file is no longer available. Please upload it again."] },
  ],
])("rejects %j and names the field", async (change, fieldErrors) => {
  const { call } = await as(member);
  expect(await call("POST", "/service/serviceDetail", { ...sent, ...change })).toMatchObject({
    status: 400,
    json: { fieldErrors },
  });
  expect(await database.db.select().from(services)).toEqual([]);
});

test("a new service sent with a name alone has the documented defaults", async () => {
  const { call } = await as(member);
  const made = await call("POST", "/service/serviceDetail", { name: "Guest posts" });
  const defaults = {
    serviceType: "REGULAR",
    paymentTypes: ["SUBSCRIPTION"],
    orderDuration: 1,
    frequency: "MONTH",
    turnaroundDays: null,
    showExpectedDate: false,
    visibility: true,
    subStatuses: [],
  };
  expect(made).toMatchObject({ status: 200, json: defaults });
  // A change names its payment types.
  const changed = await call("POST", "/service/serviceDetail", { _id: made.json._id, name: "Niche", version: 1 });
  expect(changed.status).toBe(400);
});

test("a service saved with steps from 1 is read with steps from 0", async () => {
  const { service } = await aService(database.db, { subStatuses: [{ name: "Outreach", sequence: 1 }] as never });
  const { call } = await as(member);
  const read = await call("GET", `/service/details?id=${service.id}`);
  expect(read.json.subStatuses).toEqual([{ name: "Outreach", sequence: 0, completed: false }]);
});

test("finds services by page, type and name, for staff only", async () => {
  const { call } = await as(member);
  for (const [name, serviceType] of [
    ["Guest posts", "REGULAR"],
    ["Guest videos", "CUSTOM"],
    ["Niche edits", "REGULAR"],
  ])
    await call("POST", "/service/serviceDetail", { ...sent, name, serviceType });
  const find = async (filterFields: unknown[], rest: object = {}) =>
    (await call("POST", "/service/find", { page: 0, pageSize: 10, filterFields, ...rest })).json;
  const regular = { key: "serviceType", searchOperation: "eq", value: "REGULAR" };
  const guest = { key: "name", searchOperation: "like", value: "guEST" };
  const names = (page: { content: { name: string }[] }) => page.content.map(({ name }) => name).sort();
  expect(names(await find([regular]))).toEqual(["Guest posts", "Niche edits"]);
  expect(await find([regular, guest])).toMatchObject({ totalElements: 1, content: [{ name: "Guest posts" }] });
  expect(await find([], { pageSize: 5, page: 1 })).toEqual({ content: [], totalElements: 3 });
  expect((await find([], { pageSize: 101 })).fieldErrors).toEqual({
    pageSize: ["pageSize is a whole number from 1 to 100"],
  });
  expect((await find([{ ...guest, key: "nameFolded" }])).message).toBe("This list has no filter 'nameFolded'");
  expect((await find([{ ...guest, value: "x".repeat(250) }])).fieldErrors).toHaveProperty("name");
  expect((await call("GET", "/service/dropDown")).json.map(({ name }: { name: string }) => name)).toEqual([
    "Guest posts",
    "Guest videos",
    "Niche edits",
  ]);
  expect((await call("GET", "/service/dropDown/EDI")).json).toEqual([{ _id: expect.any(String), name: "Niche edits" }]);

  const stranger = await as(await aCustomer(database.db));
  const [row] = await database.db.select().from(services);
  for (const [method, path, body] of [
    ["POST", "/service/find", {}],
    ["POST", "/service/serviceDetail", { ...sent, _id: row!.id }],
    ["DELETE", `/service/serviceDetail?id=${row!.id}`],
    ["GET", `/service/clone?id=${row!.id}`],
    ["GET", "/service/dropDown"],
  ] as const)
    expect((await stranger.call(method, path, body)).status).toBe(403);
  expect(
    (await stranger.send("/service/upload/image", { file: aFile(pngBytes(), "a.png"), serviceId: row!.id })).status,
  ).toBe(403);
});

test("clone and delete answer the fixed texts", async () => {
  const { call } = await as(member);
  const { _id: id } = (await call("POST", "/service/serviceDetail", sent)).json;
  const copy = await call("GET", `/service/clone?id=${id}`);
  expect(copy).toMatchObject({ status: 200, json: { name: "Guest posts (Copy)", version: 1 } });
  expect(copy.headers.get("Cache-Control")).toBe("no-store");
  const owner = await aCustomer(database.db);
  await anOrder(database.db, { clientId: owner.id, serviceId: id });
  for (const one of [id, copy.json._id])
    expect(await call("DELETE", `/service/serviceDetail?id=${one}`)).toMatchObject({
      status: 200,
      json: { message: "Service deleted sucessfully" },
    });
  const left = await database.db.select().from(services);
  expect(left.map((row) => [row.id, row.archivedAt])).toEqual([[id, TEST_NOW]]);
  for (const [method, path] of [
    ["DELETE", "/service/serviceDetail"],
    ["GET", "/service/clone"],
  ] as const)
    for (const one of [id, "nothing"]) expect((await call(method, `${path}?id=${one}`)).status).toBe(404);
});

test("checks an image by its content and stores none for a missing service", async () => {
  const { call, send } = await as(member);
  const { _id: serviceId } = (await call("POST", "/service/serviceDetail", sent)).json;
  const refusals = [
    [aFile("MZ\u0090\u0000", "photo.png"), "'photo.png' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif"],
    [aFile("<svg onload='x()'/>", "a.svg"), "'a.svg' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif"],
    [aFile("<!doctype html>", "a.jpg"), "'a.jpg' cannot be used. Allowed types: .jpg, .jpeg, .png, .webp, .gif"],
    [
      aFile(new Uint8Array(21 * 1024 * 1024), "big.png"),
      "'big.png' is larger than 5 MB. Allowed types: .jpg, .jpeg, .png, .webp, .gif",
    ],
  ] as const;
  for (const [file, message] of refusals)
    expect(await send("/service/upload/image", { file, serviceId })).toMatchObject({
      status: 400,
      json: { message, fieldErrors: { file: [message] } },
    });
  const fine = aFile(pngBytes(), "a.png");
  expect((await send("/service/upload/image", { file: fine, serviceId: "nothing" })).status).toBe(404);
  expect((await send("/service/upload/image", { file: fine })).json.message).toBe("serviceId is required");
  expect((await send("/service/upload/image", { serviceId })).json.message).toBe("A file is required");
  expect(await database.db.select().from(uploads)).toEqual([]);
});

test("sanitizes every payload of the corpus in both fields", async () => {
  const { call } = await as(member);
  expect(richTextPayloads.length).toBeGreaterThanOrEqual(50);
  const { _id, ...made } = (await call("POST", "/service/serviceDetail", sent)).json;
  for (const payload of richTextPayloads) {
    const answer = await call("POST", "/service/serviceDetail", {
      ...made,
      _id,
      version: undefined,
      description: payload,
      checkoutDescription: `Some *text* ${payload} and more`,
    });
    expect(answer.status).toBe(200);
    const row = await database.db.select().from(services).where(eq(services.id, _id)).get();
    for (const html of [row!.description, row!.checkoutDescription, answer.json.description])
      expect([payload, foreignMarkup(html)]).toEqual([payload, []]);
  }
});
