import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openapiDocument } from "~/api/openapi";
import { table } from "~/api/table";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { AnnouncementForm } from "~/domain/announcements/announcement";
import { SampleReportInput } from "~/domain/catalogue/customerInterfaceInput";
import type { ActorUser } from "~/domain/context";
import { CreativeForm } from "~/domain/creatives/creative";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { callApi, SITE } from "../support/portal";
import { TEST_NOW, testContext } from "../support/testContext";

/** Values that are no valid address (rules.md forms/web-address), in every notation. */
const hostile = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "//example.com/x",
  "https:example.com",
  "http://127.1/",
  "http://127.0.0.1:8787/",
  "http://0x7f000001/",
  "http://2130706433/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[fd00::1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://localhost/",
  "http://localhost.:80/",
  "http://printer.local/",
  "https://user:secret@example.com/",
  "https://user@example.com/",
  "https://example.com\n.evil.example/",
];

let database: TestDatabase;
let member: ActorUser;
let customer: ActorUser;
const bearers: Record<string, string> = {};
let ids: { order: string; service: string; package: string };
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  member = await aStaffMember(db);
  customer = await aCustomer(db);
  const ctx = testContext(db);
  for (const [name, one] of Object.entries({ member, customer })) {
    const { sessionId, generation } = await aSession(ctx, one, "api");
    bearers[name] = await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + ACCESS_MS);
  }
  const { service, packages } = await aService(db);
  const order = await anOrder(db, { clientId: customer.id, serviceId: service.id });
  ids = { order: order.id, service: service.id, package: packages[0]!.id };
});
afterAll(() => database.dispose());

const profile = {
  firstName: "A",
  lastName: "B",
  address: "1 Main Street",
  city: "Austin",
  country: "United States",
  zipCode: "78701",
  phoneNo: "1",
};

/** Every API field that takes an address, in an otherwise valid call. `said` is the name under which it is refused. */
const fields: Record<string, { who: "member" | "customer"; said?: string; body: (address: string) => object }> = {
  "POST /announcement linkUrl": {
    who: "member",
    body: (linkUrl) => ({ name: "A", description: "B", imageUrl: `/files/${"A".repeat(32)}`, linkUrl }),
  },
  "POST /announcement imageUrl": {
    who: "member",
    body: (imageUrl) => ({ name: "A", description: "B", linkUrl: "https://example.com", imageUrl }),
  },
  "POST /creative url": {
    who: "member",
    body: (url) => ({ name: "A", validity: "2027-01-01", creativeStatus: "ACTIVE", url }),
  },
  "POST /creative docOrImageUrl": {
    who: "member",
    body: (docOrImageUrl) => ({
      name: "A",
      validity: "2027-01-01",
      creativeStatus: "ACTIVE",
      url: "https://example.com",
      docOrImageUrl,
    }),
  },
  "POST /service/customerInterface reportUrl": {
    who: "member",
    said: "sampleReportDetails.0.reportUrl",
    body: (reportUrl) => ({
      serviceId: ids.service,
      sampleReportDetails: [{ title: "A", imageUrl: `/files/${"A".repeat(32)}`, reportUrl }],
      faqs: [],
    }),
  },
  "POST /service/customerInterface imageUrl": {
    who: "member",
    said: "sampleReportDetails.0.imageUrl",
    body: (imageUrl) => ({
      serviceId: ids.service,
      sampleReportDetails: [{ title: "A", reportUrl: "https://example.com", imageUrl }],
      faqs: [],
    }),
  },
  "POST /service/serviceDetail imageUrl": {
    who: "member",
    body: (imageUrl) => ({ name: "A", paymentTypes: ["DIRECT"], imageUrl }),
  },
  "POST /service/serviceDetail templateUrl": {
    who: "member",
    body: (templateUrl) => ({ name: "A", paymentTypes: ["DIRECT"], templateUrl }),
  },
  "POST /service/intakeDetail imageUrl": {
    who: "member",
    said: "intakeItems.0.imageUrl",
    body: (imageUrl) => ({
      serviceId: ids.service,
      intakeItems: [{ name: "A", itemType: "TEXT", mandatory: false, imageUrl }],
    }),
  },
  "POST /order/details fileUploadUrl": { who: "member", body: (fileUploadUrl) => ({ _id: ids.order, fileUploadUrl }) },
  "POST /checkout/projectDetails fileUploadUrl": {
    who: "customer",
    body: (fileUploadUrl) => ({ orderId: ids.order, fileUploadUrl, projectPackageData: [] }),
  },
  "POST /placement targetUrl": { who: "customer", body: (targetUrl) => ({ _id: ids.order, targetUrl }) },
  "POST /placement/import fileUrl": { who: "customer", body: (fileUrl) => ({ orderId: ids.order, fileUrl }) },
  "POST /placement/content contentUrl": { who: "member", body: (contentUrl) => ({ id: ids.order, contentUrl }) },
  "POST /placement/content fileUrl": { who: "member", body: (fileUrl) => ({ id: ids.order, fileUrl }) },
  "POST /placement/live liveUrl": { who: "member", body: (liveUrl) => ({ id: ids.order, liveUrl }) },
  "POST /user/update photoUrl": { who: "customer", body: (photoUrl) => ({ ...profile, photoUrl }) },
};

/** Named like addresses but never opened: placing an order checks the order's own upload by the same function. */
const others = [
  "POST /checkout/order fileUploadUrl",
  // The referrer as the browser sends it, stored as text.
  "POST /affiliate/track referrerUrl",
  // Each row of an import has its verdict in the answer.
  "POST /placement/import targetUrl",
  // Each row of a list has its verdict in the answer; an order with a refused row is refused.
  "POST /checkout/preflight targetUrl",
  "POST /checkout/order targetUrl",
];

test("every address field of the API is covered here", () => {
  const found = new Set<string>();
  const walk = (schema: unknown, call: string) => {
    if (schema === null || typeof schema !== "object") return;
    const { properties, items, anyOf, allOf, oneOf } = schema as Record<string, object | undefined>;
    for (const [name, one] of Object.entries(properties ?? {})) {
      if (/url$|link$|website|href/i.test(name)) found.add(`${call} ${name}`);
      walk(one, call);
    }
    walk(items, call);
    for (const one of [anyOf, allOf, oneOf].flatMap((list) => Object.values(list ?? {}))) walk(one, call);
  };
  const { paths } = JSON.parse(JSON.stringify(openapiDocument(table, SITE)));
  for (const [path, operations] of Object.entries<Record<string, { requestBody?: { content: object } }>>(paths))
    for (const [method, { requestBody }] of Object.entries(operations))
      for (const { schema } of Object.values(requestBody?.content ?? {}) as { schema: object }[])
        walk(schema, `${method.toUpperCase()} ${path.replace("/api", "")}`);
  expect([...found].filter((field) => !(field in fields) && !others.includes(field))).toEqual([]);
  expect(Object.keys(fields).filter((field) => !found.has(field))).toEqual([]);
});

test.each(Object.keys(fields))("%s refuses every hostile address and fetches none", async (field) => {
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    throw new Error("Nothing may leave the server");
  });
  onTestFinished(() => asked.mockRestore());
  const { who, said, body } = fields[field]!;
  const [method, path, name] = field.split(" ");
  for (const address of hostile) {
    const answer = await callApi(testContext(database.db), method!, path!, {
      bearer: bearers[who],
      body: body(address),
    });
    expect([address, answer.status, Object.keys(answer.json.fieldErrors ?? {})]).toEqual([
      address,
      400,
      expect.arrayContaining([said ?? name]),
    ]);
  }
  expect(asked).not.toHaveBeenCalled();
});

test("page forms use the same schemas and accept public addresses", () => {
  const forms = [
    [AnnouncementForm, "linkUrl", { name: "A", description: "B", imageKey: "key" }],
    [CreativeForm, "url", { name: "A", creativeStatus: "ACTIVE", validUntil: "2027-01-01" }],
    [SampleReportInput, "reportUrl", { title: "A", imageKey: "key" }],
  ] as const;
  for (const [schema, name, rest] of forms) {
    for (const address of hostile) {
      const { error } = schema.safeParse({ ...rest, [name]: address });
      expect([name, address, error?.issues.map(({ message }) => message)]).toEqual([
        name,
        address,
        ["URL is not valid"],
      ]);
    }
    for (const address of ["https://example.com/a?b=c#d", "http://example.com:8080", "https://8.8.8.8/"])
      expect(schema.safeParse({ ...rest, [name]: address }).success).toBe(true);
  }
});
