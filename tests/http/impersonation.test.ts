import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { IMPERSONATION_MS } from "~/domain/accounts/sessionLimits";
import { readProof, type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import { pageContext } from "~/http/pageContext.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { resolveSession } from "~/http/resolveSession.server";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

/** An impersonated session of a client, and the response to its cookie at a given time. */
async function acting() {
  const { db } = database;
  const admin = await aStaffMember(db, { privileges: "Manager" });
  const client = await aCustomer(db);
  const own = await aSession(testContext(db), admin);
  const ctx = testContext(db, { kind: "user", user: admin, sessionId: own.sessionId });
  return { admin, client, proof: await signInAsClient(ctx, client.id, "page") };
}

async function ask(proof: SessionProof, now: number, path: string, method = "GET"): Promise<PortalRequest> {
  const request = new Request(SITE + path, { method, headers: { Cookie: `session=${writeProof(proof)}` } });
  const portal = aPortal(testContext(database.db, undefined, { now }), request);
  await resolveSession(portal);
  return portal;
}

const led = (portal: PortalRequest, permission: Parameters<typeof pageContext>[1]) =>
  pageContext({ request: portal.request, context: { portal } }, permission).then(
    () => "let in",
    (answer: Response) => `${answer.status} ${answer.headers.get("Location")}`,
  );

test("an expired impersonation restores the admin and drops the request", async () => {
  const { admin, proof } = await acting();
  const now = TEST_NOW + IMPERSONATION_MS;
  for (const [path, method] of [
    ["/orders", "GET"],
    ["/clients/x", "POST"],
    ["/", "POST"],
  ] as const) {
    const portal = await ask(proof, now, path, method);
    expect(portal.ctx.actor).toMatchObject({ kind: "user", user: { id: admin.id } });
    expect(await led(portal, "home.view")).toBe("303 /");
    expect(portal.setCookies.join()).toMatch(/^session=[^;]{40,}.*toast=[^,]*You%20are%20back/);
  }
  expect(await led(await ask(proof, now, "/"), "home.view")).toBe("let in");
});

test("the impersonation cookie is worthless once the admin's is used", async () => {
  const { proof } = await acting();
  const now = TEST_NOW + IMPERSONATION_MS;
  const [cookie] = (await ask(proof, now, "/")).setCookies;
  await ask(readProof(/^session=([^;]+)/.exec(cookie!)![1]!)!, now + 1, "/");
  const late = await ask(proof, now + 60_000, "/");
  expect(late.ctx.actor.kind).toBe("anonymous");
  expect(await led(late, "home.view")).toMatch(/^303 \/signin/);
});

test("impersonation cannot change what only the client may change", async () => {
  const { proof } = await acting();
  const portal = await ask(proof, TEST_NOW + 1, "/subscriptions");
  expect(portal.ctx.actor.kind).toBe("impersonated");
  expect(await led(portal, "subscriptions.card")).toBe("303 /");
  expect(portal.setCookies.join()).toContain("This%20cannot%20be%20changed%20while");
  expect(await led(portal, "orders.list")).toBe("let in");
  expect(await led(portal, "clients.read")).toBe("303 /");
});
