import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "~/domain/accounts/signIn";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { logFault } from "~/integrations/log.server";
import { requiredValues } from "../../scripts/deployment/deployPlan";
import { aMember, hashOfPassword, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { logged } from "../support/logged";
import { SITE } from "../support/portal";

const EMAIL = "ada@example.com";
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const keys = Object.fromEntries(requiredValues.map((name) => [name, `value of ${name}`.padEnd(32)]));
interface Line {
  log: string;
  id: string;
  events?: object[];
  [field: string]: unknown;
}

/** A request and what its dataset was given, once all work after the answer is done. */
async function kept(pages: (portal: PortalRequest) => Promise<Response>, takes: (line: string) => void = () => {}) {
  const points: AnalyticsEngineDataPoint[] = [];
  const later: Promise<unknown>[] = [];
  const LOGS = {
    writeDataPoint: (point: AnalyticsEngineDataPoint) => {
      takes(String(point.blobs?.[0]));
      points.push(point);
    },
  };
  const env = { ...keys, DB: database.binding, SITE_URL: SITE, LOGS } as unknown as PortalEnv;
  const request = new Request(`${SITE}/signin`, { headers: { "CF-Connecting-IP": "203.0.113.7" } });
  let answer = new Response();
  const { lines } = await logged(async () => {
    answer = await answerPortal(request, env, (work) => void later.push(work), pages);
    await Promise.all(later);
  });
  return { answer, lines, points, texts: points.map(({ blobs }) => String(blobs?.[0])) };
}
const linesIn = (texts: string[]) => texts.map((text) => JSON.parse(text) as Line);
const signingIn = (password: string) => async (portal: PortalRequest) =>
  signIn(portal.ctx, { email: EMAIL, password }, "page").then(
    () => new Response("in", { status: 303 }),
    () => new Response("out", { status: 401 }),
  );

test("keeps every line of a request under the request's id", async () => {
  const { answer, lines, points, texts } = await kept(async () => {
    logFault(new Error("lost"));
    return new Response("page");
  });
  expect(linesIn(texts)).toEqual(lines);
  expect(linesIn(texts)).toMatchObject([{ log: "request", status: 200, faults: [{ message: "lost" }] }]);
  expect(points.map(({ indexes }) => indexes)).toEqual([[answer.headers.get("X-Request-Id")]]);
});

test("keeps sign-ins and failed ones with account, address and status", async () => {
  const { id } = await aMember(database.db, { email: EMAIL });
  const inside = await kept(signingIn(PASSWORD));
  const signedIn = { kind: "signedIn", user: id, by: null, from: "203.0.113.7", detail: "Password" };
  expect(linesIn(inside.texts)).toMatchObject([{ log: "request", status: 303, events: [signedIn] }]);
  const refused = await kept(signingIn("Wrong#2026"));
  const events = linesIn(refused.texts).flatMap((line) => line.events ?? []);
  expect(events).toEqual([{ ...signedIn, kind: "signInFailed", detail: "Wrong password" }]);
  expect(JSON.stringify([inside.points, refused.points])).not.toMatch(/ada@example|Wrong#2026|Portal#2026/);
});

test("keeps an event after the answer as a line of its own", async () => {
  await aMember(database.db, { email: EMAIL });
  let last: Awaited<ReturnType<typeof kept>> | undefined;
  for (let n = 0; n < 6; n++) last = await kept(signingIn("Wrong#2026"));
  expect(linesIn(last!.texts).flatMap((line) => line.events ?? [])).toMatchObject([
    { kind: "lockedOut", detail: "signIn" },
  ]);
});

test("answers although the dataset refuses a line", async () => {
  const { answer, lines } = await kept(
    async () => new Response("page"),
    () => {
      throw new TypeError("too long");
    },
  );
  expect([answer.status, lines.length]).toEqual([200, 1]);
});

test("keeps at most what the dataset takes", async () => {
  const { answer, texts } = await kept(async () => {
    for (let n = 0; n < 20; n++) logFault(new Error("a fault ".repeat(100)));
    return new Response("page");
  });
  expect([answer.status, texts.map(({ length }) => length)]).toEqual([200, [5000]]);
});
