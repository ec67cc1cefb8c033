import { eq } from "drizzle-orm";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test, vi } from "vitest";
import { inRequest, logFault, logRefusal } from "~/http/logFault.server";
import { openDb } from "~db/client.server";
import { users } from "~db/schema";
import { handleError } from "../../app/entry.server";

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

test("logs a failed query with request and stack, without bound values", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const db = await anEmptyDatabase();
  const fault = await db
    .select()
    .from(users)
    .where(eq(users.passwordHash, "a-hash-of-a-password"))
    .catch((error: unknown) => error);
  expect((fault as Error).message).toContain("a-hash-of-a-password");
  inRequest("the-request", () => logFault(fault));
  const text = written.mock.calls.flat().join("\n");
  expect(text).toContain("the-request");
  expect(text).toContain('from "users"');
  expect(text).toMatch(/\n\s+at /);
  expect(text).not.toContain("a-hash-of-a-password");
});

test("a fault whose message spans lines writes no line that looks like another entry", () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  logFault(new Error("one\nfault other Error: forged\u2028two\u001b[2K"), "the-request");
  const [first, ...frames] = written.mock.calls.flat().join("").split("\n");
  expect(first).toBe("fault the-request Error: one fault other Error: forged two [2K");
  for (const frame of frames) expect(frame).toMatch(/^\s+at /);
});

test("logs a refused attack on one line with its request", () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  inRequest("the-request", () => logRefusal("form of another site\nfault"));
  expect(written.mock.calls).toEqual([["refused the-request form of another site fault"]]);
});

const request = new Request("http://localhost:8788/orders", { method: "POST" });
const saidBy = (thrown: unknown) => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    inRequest("the-request", () => handleError(thrown, { request }));
    return written.mock.calls.flat().join("\n");
  } finally {
    written.mockRestore();
  }
};

test("logs no fault for a post that Remix itself refuses", () => {
  const refused = { status: 405, statusText: "Method Not Allowed", internal: true, data: 'Error: a POST to "/orders"' };
  expect(saidBy(refused)).toBe("");
});

test("logs a readable message for any thrown value", () => {
  const broken = {
    status: 500,
    statusText: "Internal Server Error",
    internal: true,
    data: "",
    error: new Error("no row"),
  };
  expect(saidBy(broken)).toContain("no row");
  expect(saidBy({ status: 502, statusText: "Bad Gateway", internal: false, data: "" })).toContain("502 Bad Gateway");
  expect(saidBy({ password: "Secret#2026" })).toMatch(/fault the-request object: Object\n$/);
  expect(saidBy("out of paper")).toContain("string: out of paper");
  for (const thrown of [{}, { message: {} }, Object.create(null), null, undefined])
    expect(saidBy(thrown)).not.toContain("[object Object]");
});
