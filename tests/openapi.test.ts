import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import { expect, test } from "vitest";
import { openapiDocument } from "~/api/openapi";
import { table } from "~/api/table";
import { callApi, SITE } from "./support/portal";
import { testContext } from "./support/testContext";

const parsed = (): Record<string, unknown> => JSON.parse(JSON.stringify(openapiDocument(table, SITE)));

test("GET /api/openapi.json is a document of OpenAPI 3.1", async () => {
  const { status, json } = await callApi(testContext({} as never), "GET", "/openapi.json");
  expect(status).toBe(200);
  const validator = new Validator();
  expect(await validator.validate(json)).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  // Every row is in it, and the validator detects faults.
  const calls = Object.values(json.paths as Record<string, object>).flatMap((path) => Object.keys(path));
  expect(calls).toHaveLength(table.length);
  const { info: _, ...nameless } = parsed();
  expect((await new Validator().validate(nameless)).valid).toBe(false);
});

test("whole numbers carry our limits, none of the schema library's", () => {
  const words = JSON.stringify(parsed());
  expect(words).not.toContain(String(Number.MAX_SAFE_INTEGER));
  expect(words).toContain('"minimum":0');
});

test("schemas are valid, references resolve and operation ids are unique", async () => {
  const document = parsed();
  const ajv = new Ajv2020({ strict: false });
  const found = { ids: [] as string[], references: [] as string[] };
  const walk = (value: unknown) => {
    if (value === null || typeof value !== "object") return;
    const { operationId, $ref, schema } = value as Record<string, unknown>;
    if (schema !== undefined) expect([schema, ajv.validateSchema(schema as object)]).toEqual([schema, true]);
    if (typeof operationId === "string") found.ids.push(operationId);
    if (typeof $ref === "string") found.references.push($ref);
    for (const one of Object.values(value)) walk(one);
  };
  walk(document);
  expect(new Set(found.ids).size).toBe(found.ids.length);
  for (const reference of new Set(found.references)) {
    const target = reference
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
    expect([reference, typeof target]).toEqual([reference, "object"]);
  }
});

test("lists every form's fields and leaves path parts out of the body", () => {
  type Body = { required: boolean; content: Record<string, { schema: { properties: object; required: string[] } }> };
  const document = parsed() as { paths: Record<string, Record<string, { requestBody: Body }>> };
  const bodyOf = (path: string, method: string) => document.paths[`/api${path}`]![method]!.requestBody;
  const forms = ["/upload", "/user/upload/image", "/service/upload/image", "/order/reports"].map((path) => {
    const { required, content } = bodyOf(path, "post");
    return [path, required, content["multipart/form-data"]?.schema.required];
  });
  expect(forms).toEqual([
    ["/upload", true, ["file"]],
    ["/user/upload/image", true, ["file"]],
    ["/service/upload/image", true, ["file", "serviceId"]],
    ["/order/reports", true, ["id", "files"]],
  ]);
  const { required, content } = bodyOf("/user/detail/{id}", "put");
  expect([required, Object.keys(content["application/json"]!.schema.properties)]).toEqual([
    false,
    expect.not.arrayContaining(["id"]),
  ]);
});

test("lists every field of a JSON body and the required ones", () => {
  type Body = {
    content?: Record<string, { schema: { properties: object; required?: string[]; additionalProperties?: unknown } }>;
  };
  const document = parsed() as { paths: Record<string, Record<string, { requestBody?: Body }>> };
  const bodies = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.values(calls).flatMap(({ requestBody }) => {
      const body = requestBody?.content?.["application/json"]?.schema;
      return body ? [[path, body] as const] : [];
    }),
  );
  // A body that accepts any property documents nothing.
  expect(bodies.filter(([, body]) => body.additionalProperties !== undefined).map(([path]) => path)).toEqual([]);
  const required = new Map(bodies.map(([path, body]) => [path, body.required]));
  expect(required.get("/api/coupon")).toEqual(["code", "type", "discount", "serviceIds"]);
  expect(required.get("/api/service/serviceDetail")).toEqual(["name"]);
  expect(required.get("/api/creative")).toEqual(["name", "url", "creativeStatus", "validity"]);
  expect(required.get("/api/announcement")).toEqual(["name", "description", "linkUrl", "imageUrl"]);
  const service = bodies.find(([path]) => path === "/api/service/serviceDetail")![1].properties;
  expect(Object.keys(service).sort()).toEqual(
    "_id assignedPeople assignmentRule checkoutDescription description frequency imageUrl listedInShop name orderDuration paymentTypes serviceType showExpectedDate slug subStatuses templateUrl turnaroundDays version visibility".split(
      " ",
    ),
  );
});

test("calls answer orders with due dates and services with turnarounds", () => {
  type Shape = { properties?: Record<string, Shape>; items?: Shape };
  type Call = { responses: Record<string, { content?: Record<string, { schema: Shape }> }> };
  const document = parsed() as { paths: Record<string, Record<string, Call>> };
  const answers = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { responses }]) => {
      const schema = responses["200"]?.content?.["application/json"]?.schema;
      const rows = schema?.properties?.content ?? schema;
      return [`${method} ${path}`, Object.keys((rows?.items ?? rows)?.properties ?? {})] as const;
    }),
  );
  const has = (...fields: string[]) =>
    answers.filter(([, properties]) => fields.every((field) => properties.includes(field))).map(([call]) => call);
  const ofOrders = has("orderId", "serviceName", "status").concat(has("orderId", "orderSubStatuses"));
  expect(ofOrders).toEqual(expect.arrayContaining(["post /api/order/find", "get /api/order/metaData"]));
  expect(ofOrders.filter((call) => !has("dueAt").includes(call))).toEqual([]);
  const ofStaff = ofOrders.filter((call) => call !== "get /api/checkout/order");
  expect(ofStaff.filter((call) => !has("priority", "tags", "snoozedUntil").includes(call))).toEqual([]);
  const ofServices = has("_id", "name", "description", "imageUrl").filter((call) => call.includes("/service"));
  expect(ofServices).toEqual(expect.arrayContaining(["get /api/service/visible", "get /api/service/fullDetail"]));
  expect(ofServices.filter((call) => !has("turnaroundDays").includes(call))).toEqual([]);
});

test("is the same at every fetch and has no key as a default", () => {
  expect(parsed()).toEqual(parsed());
  const text = JSON.stringify(parsed());
  expect(text).toContain('"checkoutKey"');
  expect(text).not.toMatch(/"default":"[0-9a-f]{8}-[0-9a-f]{4}-/);
});
