import { eq } from "drizzle-orm";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test, vi } from "vitest";
import { logFault } from "~/http/logFault.server";
import { openDb } from "~db/client.server";
import { users } from "~db/schema";

/** A database without tables: every query of it fails, with its bound values in the message. */
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

test("a query that failed is written with its request and its place, and without the values that were bound", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const db = await anEmptyDatabase();
  const fault = await db
    .select()
    .from(users)
    .where(eq(users.passwordHash, "a-hash-of-a-password"))
    .catch((error: unknown) => error);
  expect((fault as Error).message).toContain("a-hash-of-a-password");
  logFault(fault, "the-request");
  const text = written.mock.calls.flat().join("\n");
  expect(text).toContain("the-request");
  expect(text).toContain('from "users"');
  expect(text).toMatch(/\n\s+at /);
  expect(text).not.toContain("a-hash-of-a-password");
});
