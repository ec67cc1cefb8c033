import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession } from "~/domain/accounts/endSession";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { writeProof } from "~/domain/accounts/sessionSecret";
import type { ActorUser } from "~/domain/context";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import { isRead } from "~/integrations/databaseSession.server";
import { paths } from "~/paths";
import { notifications, sessions } from "~db/schema";
import { aSession } from "../support/accounts";
import { builtPages } from "../support/builtPages";
import { type DatabaseWithCopy, openDatabaseWithCopy } from "../support/databaseWithCopy";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPost, SITE } from "../support/portal";
import { testContext } from "../support/testContext";

let database: DatabaseWithCopy;
beforeAll(async () => {
  database = await openDatabaseWithCopy();
});
beforeEach(() => Object.assign(database.trips, { primary: 0, copy: 0 }));
afterAll(() => database.dispose());

const pages = builtPages();
const at = () => testContext(database.db, undefined, { now: Date.now() });

/** The answer of a portal with read replicas (or without), and the round trips that it made. */
async function ask(request: Request, { cookies = [] as string[], replicas = "on" } = {}) {
  const env = {
    DB: database.binding,
    OUTBOX: { send: async () => {} },
    APP_ENV: "test",
    SITE_URL: SITE,
    SESSION_SECRET: "a secret that only tests know, long enough",
    CLICK_SECRET: "a click secret that only tests know, long enough",
    BREACHED_PASSWORDS: "off",
    READ_REPLICAS: replicas,
  } as unknown as PortalEnv;
  if (cookies.length > 0) request.headers.set("Cookie", cookies.join("; "));
  Object.assign(database.trips, { primary: 0, copy: 0 });
  const working: Promise<unknown>[] = [];
  const response = await answerPortal(
    request,
    env,
    (work) => void working.push(work),
    (portal) => pages(portal.request, { portal }),
  );
  const trips = { ...database.trips };
  await Promise.all(working);
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  return { status: response.status, response, text: await response.text(), trips, set };
}
const open = (path: string, options?: Parameters<typeof ask>[1]) => ask(new Request(SITE + path), options);

async function signedIn(user: ActorUser) {
  const proof = await aSession(at(), user);
  return { sessionId: proof.sessionId, cookie: `session=${encodeURIComponent(writeProof(proof))}` };
}
async function aBearer(user: ActorUser) {
  const { sessionId, generation } = await aSession(at(), user, "api");
  const claims = { sessionId, generation, user: { id: user.id, role: user.role } };
  return `Bearer ${await at().signer.accessToken(claims, Date.now() + ACCESS_MS)}`;
}

const notify = (userId: string, id: string) =>
  database.db.insert(notifications).values({
    id,
    userId,
    description: "Order 1 is ready",
    type: "ORDER",
    typeSystemId: "01ORDER",
    createdAt: Date.now(),
  });

async function aCustomerWithNews() {
  const customer = await aCustomer(database.db);
  await notify(customer.id, "01NEWS");
  const { cookie, sessionId } = await signedIn(customer);
  await database.catchUp();
  return { customer, cookie, sessionId };
}
const readAll = () => aPost(paths.notifications(), { intent: "readAll" });
const NONE = "No unread notifications.";

test("a customer's and a visitor's page never asks the primary", async () => {
  const { cookie } = await aCustomerWithNews();
  for (const path of [paths.notifications(), paths.orders(), paths.profile(), paths.ownSubscriptions()]) {
    const { status, trips } = await open(path, { cookies: [cookie] });
    expect([path, status, trips.primary]).toEqual([path, 200, 0]);
    expect(trips.copy).toBeGreaterThan(0);
  }
  expect((await open(paths.services())).trips).toMatchObject({ primary: 0 });
});

test("switched off, everything asks the primary and no bookmark is set", async () => {
  const { cookie } = await aCustomerWithNews();
  const page = await open(paths.notifications(), { cookies: [cookie], replicas: "off" });
  expect(page.trips.copy).toBe(0);
  expect(page.trips.primary).toBeGreaterThan(0);
  expect((await ask(readAll(), { cookies: [cookie], replicas: "off" })).set.join()).not.toContain("bookmark");
});

test("a post runs on the primary, and its browser sees its write", async () => {
  const { cookie } = await aCustomerWithNews();
  const posted = await ask(readAll(), { cookies: [cookie] });
  expect(posted.status).toBe(303);
  expect(posted.trips.copy).toBe(0);
  // The copy is behind: a browser without the bookmark still sees the old state.
  const elsewhere = await open(paths.unreadNotifications(), { cookies: [cookie] });
  expect(elsewhere.text).toContain("Order 1 is ready");
  const bookmark = posted.set.find((pair) => pair.startsWith("bookmark="))!;
  const forged = bookmark.replace("=", "=x");
  expect((await open(paths.unreadNotifications(), { cookies: [cookie, forged] })).text).toContain("Order 1 is ready");
  const own = await open(paths.unreadNotifications(), { cookies: [cookie, bookmark] });
  expect(own.text).toContain(NONE);
  expect(own.trips.primary).toBe(0);
});

test("an API client that returns the bookmark sees its write", async () => {
  const { customer } = await aCustomerWithNews();
  const Authorization = await aBearer(customer);
  await database.catchUp();
  const list = async (headers: Record<string, string> = {}) => {
    const request = new Request(`${SITE}/api/notification`, { headers: { Authorization, ...headers } });
    const { text, trips } = await ask(request);
    return { read: JSON.parse(text)[0].read as boolean, ...trips };
  };
  expect(await list()).toEqual({ read: false, primary: 0, copy: expect.any(Number) });
  const put = new Request(`${SITE}/api/notification?id=01NEWS`, { method: "PUT", headers: { Authorization } });
  const changed = await ask(put);
  expect(changed.status).toBe(200);
  expect((await list()).read).toBe(false);
  const bookmark = changed.response.headers.get("X-Bookmark")!;
  expect(await list({ "X-Bookmark": bookmark })).toMatchObject({ read: true, primary: 0 });
  const orders = new Request(`${SITE}/api/order/find`, { method: "POST", headers: { Authorization }, body: "{}" });
  expect((await ask(orders)).trips).toEqual({ primary: 0, copy: 1 });
});

test("refuses a staff session immediately after its end", async () => {
  const staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  const { cookie, sessionId } = await signedIn(staff);
  await database.catchUp();
  const first = await open(paths.orders(), { cookies: [cookie] });
  expect(first.status).toBe(200);
  // The browser remembers to ask the primary directly.
  const marker = first.set.find((pair) => pair.startsWith("bookmark="))!;
  expect((await open(paths.orders(), { cookies: [cookie, marker] })).trips.copy).toBe(0);
  const Authorization = await aBearer(staff);
  await database.catchUp();
  const call = () => ask(new Request(`${SITE}/api/user/detail`, { headers: { Authorization } }));
  expect(await call()).toMatchObject({ status: 200, trips: { copy: 0 } });

  await endSession(at(), sessionId, "signedOut");
  for (const cookies of [[cookie], [cookie, marker]]) {
    const refused = await open(paths.orders(), { cookies });
    expect([refused.status, refused.response.headers.get("Location")]).toEqual([303, paths.signIn(paths.orders())]);
  }
  await database.db.update(sessions).set({ endedAt: Date.now() });
  expect((await call()).status).toBe(401);
});

test("refuses a customer's ended session once the copy has caught up", async () => {
  const { cookie, sessionId } = await aCustomerWithNews();
  await endSession(at(), sessionId, "signedOut");
  expect((await open(paths.orders(), { cookies: [cookie] })).status).toBe(200);
  // What changes something is refused immediately.
  expect((await ask(readAll(), { cookies: [cookie] })).response.headers.get("Location")).toContain("/signin");
  await database.catchUp();
  expect((await open(paths.orders(), { cookies: [cookie] })).status).toBe(303);
});

test("a page that has to write is answered by the primary alone", async () => {
  const { cookie, sessionId } = await aCustomerWithNews();
  await database.db.update(sessions).set({ accessExpiresAt: Date.now() - 1 });
  await database.catchUp();
  const renewed = await open(paths.orders(), { cookies: [cookie] });
  expect(renewed.status).toBe(200);
  expect(renewed.set.some((pair) => pair.startsWith("session="))).toBe(true);
  const stored = await database.db.select().from(sessions);
  expect(stored.find(({ id }) => id === sessionId)?.generation).toBe(2);
});

test("a session that the copy does not know yet is found on the primary", async () => {
  const customer = await aCustomer(database.db);
  const { cookie } = await signedIn(customer);
  const page = await open(paths.orders(), { cookies: [cookie] });
  expect(page.status).toBe(200);
  expect(page.trips.primary).toBeGreaterThan(0);
});

test.each([
  ["select 1", true],
  ["  with a as (select 1) select * from a", true],
  ["select replace(code, 'a', 'b'), updated_at from coupons", true],
  ["insert into orders select * from orders", false],
  [`update "orders" set total = 1`, false],
  ["delete from orders", false],
  ["with a as (select 1) insert into b select * from a", false],
  [`with a as (select 1) update "orders" set total = 1`, false],
  ["replace into orders values (1)", false],
  ["pragma foreign_keys = off", false],
])("takes %s for a read: %s", (text, reads) => {
  expect(isRead(text)).toBe(reads);
});
