import { afterAll, beforeAll, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { startSession } from "~/domain/accounts/startSession";
import type { ActorUser } from "~/domain/context";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { atomicBatch } from "~db/client.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer } from "../support/factories";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

/** Calls the API as this user with a bearer of a separate session. */
async function caller(user: ActorUser) {
  const ctx = testContext(database.db, anonymous);
  const { statement, proof } = await startSession(ctx, { userId: user.id, kind: "api" });
  await atomicBatch(database.db, [statement]);
  const token = await ctx.signer.accessToken(
    { sessionId: proof.sessionId, generation: proof.generation },
    TEST_NOW + 60_000,
  );
  return async (method: string, path: string) => {
    const request = new Request(`http://localhost:8788/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    const response = await answerApi(ctx, request);
    return { status: response.status, body: (await response.json()) as never };
  };
}

test("lists and marks only the caller's own notifications", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const [own, foreign] = [await caller(customer), await caller(await aCustomer(db))];
  await atomicBatch(
    db,
    notifyStatements(
      { db, now: TEST_NOW, settings: defaultSettings },
      {
        recipients: { users: [customer.id] },
        description: "Your order is paid",
        type: "ORDER",
        typeSystemId: "01ORDER",
        dedupeKey: "paid",
      },
    ),
  );
  const entity = {
    _id: expect.stringMatching(/^[0-9A-Z]{52}$/),
    description: "Your order is paid",
    type: "ORDER",
    typeSystemId: "01ORDER",
    read: false,
    createdTime: "2026-11-21T12:00:00.000Z",
  };
  const listed = await own("GET", "/notification");
  expect(listed).toEqual({ status: 200, body: [entity] });
  const id = (listed.body as { _id: string }[])[0]!._id;
  expect((await foreign("GET", "/notification")).body).toEqual([]);
  expect((await foreign("PUT", `/notification?id=${id}`)).status).toBe(404);
  expect((await own("GET", "/notification")).body).toEqual([entity]);
  expect(await own("PUT", `/notification?id=${id}`)).toEqual({ status: 200, body: { ...entity, read: true } });
  expect((await own("PUT", "/notification")).status).toBe(400);
  const visitor = await answerApi(testContext(db, anonymous), new Request("http://localhost:8788/api/notification"));
  expect(visitor.status).toBe(401);
});
