import { eq } from "drizzle-orm";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  faultOf,
  inLogEntry,
  logFault,
  logRefusal,
  newLogEntry,
  noteActor,
  noteRoute,
  withoutSecrets,
  writeLogLine,
} from "~/integrations/log.server";
import { loggedJob } from "~/integrations/loggedJob.server";
import { openDb } from "~db/client.server";
import { users } from "~db/schema";
import { handleError } from "../../app/entry.server";
import { logged } from "../support/logged";

/** A database without tables, so every query fails with its bound values in the message. */
async function anEmptyDatabase() {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default { fetch() { return new Response() } }",
    d1Databases: ["DB"],
  });
  onTestFinished(() => miniflare.dispose());
  return openDb((await miniflare.getD1Database("DB")) as unknown as D1Database);
}

test("logs a failed query with its cause and no bound values", async () => {
  const db = await anEmptyDatabase();
  const fault = await db
    .select()
    .from(users)
    .where(eq(users.passwordHash, "a-hash-of-a-password"))
    .catch((error: unknown) => error);
  expect((fault as Error).message).toContain("a-hash-of-a-password");
  const { lines, text } = await logged(() => inLogEntry(newLogEntry("the-request"), () => logFault(fault, "another")));
  expect(lines).toEqual([{ log: "fault", id: "another", faults: [expect.anything()] }]);
  const [first] = lines[0]!.faults as ReturnType<typeof faultOf>[];
  expect(first!.message).toContain('select "id", "email"');
  expect(first!.causes.map(({ message }) => message).join()).toContain("no such table: users");
  expect(first!.stack[0]).toMatch(/^at /);
  expect(text).not.toContain("a-hash-of-a-password");
});

test("writes one line per request with route, status, costs and faults", async () => {
  const entry = newLogEntry("the-request");
  const { lines } = await logged(() =>
    inLogEntry(entry, async () => {
      noteRoute("/orders/:orderId");
      noteActor({ kind: "impersonated", user: { id: "u1", firstName: "Ann" }, adminId: "a1", sessionId: "s" } as never);
      Object.assign(entry.count, { statements: 2, rowsRead: 7, rowsWritten: 1 });
      await Promise.resolve();
      logFault(new Error("lost", { cause: new TypeError("refused", { cause: "no network" }) }));
      writeLogLine("request", entry, 500, { method: "POST" });
    }),
  );
  expect(lines).toEqual([
    {
      log: "request",
      id: "the-request",
      route: "/orders/:orderId",
      status: 500,
      method: "POST",
      time: expect.any(Number),
      statements: 2,
      rowsRead: 7,
      rowsWritten: 1,
      actor: "u1",
      admin: "a1",
      faults: [
        {
          name: "Error",
          message: "lost",
          stack: expect.any(Array),
          causes: [
            { name: "TypeError", message: "refused" },
            { name: "string", message: "no network" },
          ],
        },
      ],
    },
  ]);
});

test("a fault after the answer gets a line with the request's id", async () => {
  const entry = newLogEntry("the-request");
  const { lines } = await logged(() =>
    inLogEntry(entry, () => {
      writeLogLine("request", entry, 200);
      logFault(new Error("late"));
    }),
  );
  expect(lines.map(({ log, id }) => [log, id])).toEqual([
    ["request", "the-request"],
    ["fault", "the-request"],
  ]);
});

test.each([
  ["ok", { done: 2, failed: 0 }],
  ["partly", { done: 1, failed: 1 }],
  ["failed", { done: 0, failed: 2 }],
] as const)("logs a job as %s", async (status, counts) => {
  const { lines } = await logged(() =>
    loggedJob("renewDue", async (onFailure) => {
      for (let n = 0; n < counts.failed; n++) onFailure(new Error("declined"));
      return counts;
    }),
  );
  expect(lines).toMatchObject([{ log: "job", route: "renewDue", status, ...counts }]);
});

test("a fault whose message spans lines stays on one line", async () => {
  const { text } = await logged(() => logFault(new Error('one\n{"log":"request"}\u2028two\u001b[2K'), "the-request"));
  expect(text.split("\n")).toHaveLength(1);
  expect(JSON.parse(text).faults[0].message).toBe('one {"log":"request"} two[2K');
});

test("logs a refused attack on one line with its request", async () => {
  const { lines } = await logged(() =>
    inLogEntry(newLogEntry("the-request"), () => logRefusal("form of another site\nfault")),
  );
  expect(lines).toEqual([{ log: "refused", id: "the-request", what: "form of another site fault" }]);
});

test.each([
  ["a provider key", "Invalid API Key: sk_live_51Habc", "sk_live"],
  ["a webhook secret", "signed with whsec_abc123", "abc123"],
  ["a client secret", "pi_3Nabc_secret_Zx81 is used", "Zx81"],
  ["a bearer", "sent Bearer eyJhbGciOi.x.y", "eyJ"],
  ["a token", "no row 3q2-7wAb9Kd_xYz01234567890abcdef", "3q2-7w"],
  ["an address", "to ann.lee@example.com failed", "ann.lee"],
  ["a card number", "4242 4242 4242 4242 was refused", "4242"],
  ["parsed text", `Unexpected token 'P', "Portal#2026" is not valid JSON`, "Portal#2026"],
  ["bound values", "Failed query: select 1\nparams: Portal#2026", "Portal#2026"],
])("removes %s from messages", (_, message, secret) => {
  expect(withoutSecrets(message)).not.toContain(secret);
});

test("keeps ids of records and of the provider in messages", () => {
  const ids = "01JDM4B7Z3Q8X5T2V9W6Y0ABCD pi_3NabcDEF123456789012 8f14e45f-ceea-467f-a8f4-1a2b3c4d5e6f";
  expect(withoutSecrets(ids)).toBe(ids);
});

const request = new Request("http://localhost:8788/orders", { method: "POST" });
const saidBy = async (thrown: unknown) =>
  (await logged(() => inLogEntry(newLogEntry("the-request"), () => handleError(thrown, { request })))).text;
const faultTextOf = (thrown: unknown) => JSON.stringify(faultOf(thrown));

test("logs no fault for a post that Remix itself refuses", async () => {
  const refused = { status: 405, statusText: "Method Not Allowed", internal: true, data: 'Error: a POST to "/orders"' };
  expect(await saidBy(refused)).toBe("");
});

test("logs a readable message for any thrown value", () => {
  const broken = {
    status: 500,
    statusText: "Internal Server Error",
    internal: true,
    data: "",
    error: new Error("no row"),
  };
  expect(faultTextOf(broken)).toContain("no row");
  expect(faultTextOf({ status: 502, statusText: "Bad Gateway", internal: false, data: "" })).toContain(
    "502 Bad Gateway",
  );
  expect(faultTextOf({ password: "Secret#2026" })).not.toContain("Secret#2026");
  expect(faultOf("out of paper")).toMatchObject({ name: "string", message: "out of paper" });
  for (const thrown of [{}, { message: {} }, Object.create(null), null, undefined])
    expect(faultTextOf(thrown)).not.toContain("[object Object]");
});

test("keeps counting for faults of one request out of another's line", async () => {
  const [first, second] = [newLogEntry("first"), newLogEntry("second")];
  await Promise.all(
    [first, second].map((entry) =>
      inLogEntry(entry, async () => {
        await Promise.resolve();
        logFault(new Error(`lost in ${entry.id}`));
      }),
    ),
  );
  expect([first, second].map(({ faults }) => faults.map(({ message }) => message))).toEqual([
    ["lost in first"],
    ["lost in second"],
  ]);
  vi.restoreAllMocks();
});
