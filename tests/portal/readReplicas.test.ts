import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession } from "~/domain/accounts/endSession";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { writeProof } from "~/domain/accounts/sessionSecret";
import type { ActorUser } from "~/domain/context";
import { answerPortal } from "~/http/answerPortal.server";
import type { PortalEnv } from "~/http/environment.server";
import type { PortalRequest } from "~/http/portalRequest.server";
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

interface Asked {
  cookies?: string[];
  replicas?: "on" | "off";
  /** Instead of the built pages. */
  page?: (portal: PortalRequest) => Promise<Response>;
}

/** The answer of a portal with read replicas (or without), and the round trips that it made. */
async function ask(request: Request, { cookies = [], replicas = "on", page }: Asked = {}) {
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
    page ?? ((portal) => pages(portal.request, { portal })),
  );
  const trips = { ...database.trips };
  await Promise.all(working);
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  return { status: response.status, response, text: await response.text(), trips, set };
}
const open = (path: string, options?: Asked) => ask(new Request(SITE + path), options);

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

const bookmarkIn = (set: readonly string[]) => set.find((pair) => pair.startsWith("bookmark="));
const sessionIn = (set: readonly string[]) => set.find((pair) => pair.startsWith("session="));

/** A customer whose browser has opened a page, so that it holds a bookmark. The copy stays where it is. */
async function aCustomerWithNews() {
  const customer = await aCustomer(database.db);
  await notify(customer.id, "01NEWS");
  const { cookie, sessionId } = await signedIn(customer);
  await database.catchUp();
  const bookmark = bookmarkIn((await open(paths.orders(), { cookies: [cookie] })).set)!;
  return { customer, cookie, sessionId, bookmark, cookies: [cookie, bookmark] };
}
const readAll = () => aPost(paths.notifications(), { intent: "readAll" });
const NONE = "No unread notifications.";

test("a customer's and a visitor's page never asks the primary", async () => {
  const { cookies } = await aCustomerWithNews();
  for (const path of [paths.notifications(), paths.orders(), paths.profile(), paths.ownSubscriptions()]) {
    const { status, trips, set } = await open(path, { cookies });
    expect([path, status, trips.primary]).toEqual([path, 200, 0]);
    expect(trips.copy).toBeGreaterThan(0);
    expect(bookmarkIn(set)).toBeUndefined();
  }
  expect((await open(paths.services())).trips).toMatchObject({ primary: 0 });
});

test("switched off, everything asks the primary and no bookmark is set", async () => {
  const { cookie } = await aCustomerWithNews();
  const page = await open(paths.notifications(), { cookies: [cookie], replicas: "off" });
  expect(page.trips.copy).toBe(0);
  expect(page.trips.primary).toBeGreaterThan(0);
  expect(bookmarkIn((await ask(readAll(), { cookies: [cookie], replicas: "off" })).set)).toBeUndefined();
});

test("a browser sees its own write on a copy that is behind", async () => {
  const { cookie, cookies } = await aCustomerWithNews();
  const posted = await ask(readAll(), { cookies });
  expect(posted.status).toBe(303);
  expect(posted.trips.copy).toBe(0);
  // The bookmark of before leads to the old state, so the copy is behind.
  expect((await open(paths.unreadNotifications(), { cookies })).text).toContain("Order 1 is ready");
  const own = await open(paths.unreadNotifications(), { cookies: [cookie, bookmarkIn(posted.set)!] });
  expect(own.text).toContain(NONE);
  expect(own.trips.primary).toBe(0);
});

test("another browser sees the copy's state until it has caught up", async () => {
  const { customer, cookies } = await aCustomerWithNews();
  await notify(customer.id, "01LATER");
  await database.db.update(notifications).set({ description: "Order 2 is ready" });
  expect((await open(paths.unreadNotifications(), { cookies })).text).toContain("Order 1 is ready");
  await database.catchUp();
  expect((await open(paths.unreadNotifications(), { cookies })).text).toContain("Order 2 is ready");
});

test("a visitor sees their own write on a copy that is behind", async () => {
  const { customer } = await aCustomerWithNews();
  const isRead = async ({ ctx }: PortalRequest) => {
    const row = await ctx.db.select().from(notifications).where(eq(notifications.userId, customer.id)).get();
    return new Response(String(row!.readAt !== null));
  };
  const read = async ({ ctx }: PortalRequest) => {
    await ctx.db.update(notifications).set({ readAt: 1 }).where(eq(notifications.userId, customer.id));
    return new Response();
  };
  const { set } = await ask(aPost(paths.services(), {}), { page: read });
  const look = (cookies: string[]) => open(paths.services(), { cookies, page: isRead });
  expect(await look([])).toMatchObject({ text: "false", trips: { primary: 0 } });
  expect(await look([bookmarkIn(set)!])).toMatchObject({ text: "true", trips: { primary: 0 } });
});

test("a post sees what another request has written meanwhile", async () => {
  const { customer, cookies } = await aCustomerWithNews();
  const mine = eq(notifications.userId, customer.id);
  const page = async ({ ctx }: PortalRequest) => {
    await ctx.db.select().from(notifications).where(mine).get();
    await database.db.update(notifications).set({ description: "Meanwhile" }).where(mine);
    return new Response((await ctx.db.select().from(notifications).where(mine).get())!.description);
  };
  expect((await ask(aPost(paths.notifications(), {}), { cookies, page })).text).toBe("Meanwhile");
});

test("a forged bookmark, and one of another session, ask the primary", async () => {
  const [one, other] = [await aCustomerWithNews(), await aCustomerWithNews()];
  for (const bookmark of [one.bookmark.replace("=", "=x"), "bookmark=first-unconstrained", other.bookmark]) {
    const page = await open(paths.orders(), { cookies: [one.cookie, bookmark] });
    expect(page.status).toBe(200);
    expect(page.trips.primary).toBeGreaterThan(0);
  }
});

test("a program's call is answered by the primary", async () => {
  const customer = await aCustomer(database.db);
  const headers = { Authorization: await aBearer(customer) };
  for (const path of ["/api/notification", "/files/unknown"]) {
    const { trips } = await ask(new Request(SITE + path, { headers }));
    expect([path, trips.primary > 0]).toEqual([path, true]);
  }
});

test("refuses a staff session immediately after its end", async () => {
  const staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  const { cookie, sessionId } = await signedIn(staff);
  await database.catchUp();
  const first = await open(paths.orders(), { cookies: [cookie] });
  expect(first.status).toBe(200);
  expect(bookmarkIn(first.set)).toBeUndefined();
  // Nor does a customer's bookmark lead a staff session to a copy.
  const { bookmark } = await aCustomerWithNews();
  await endSession(at(), sessionId, "signedOut");
  for (const cookies of [[cookie], [cookie, bookmark]]) {
    const refused = await open(paths.orders(), { cookies });
    expect([refused.status, refused.response.headers.get("Location")]).toEqual([303, paths.signIn(paths.orders())]);
  }
});

test("refuses a customer's ended session once the copy has caught up", async () => {
  const { cookies, sessionId } = await aCustomerWithNews();
  await endSession(at(), sessionId, "signedOut");
  expect((await open(paths.orders(), { cookies })).status).toBe(200);
  // What changes something is refused immediately.
  expect((await ask(readAll(), { cookies })).response.headers.get("Location")).toContain("/signin");
  await database.catchUp();
  expect((await open(paths.orders(), { cookies })).status).toBe(303);
});

test("a page that renews the session is answered in one run", async () => {
  const { cookies, sessionId } = await aCustomerWithNews();
  await database.db.update(sessions).set({ accessExpiresAt: Date.now() - 1 });
  await database.catchUp();
  const renewed = await open(paths.orders(), { cookies });
  expect(renewed.status).toBe(200);
  expect(renewed.trips.primary).toBe(1);
  const stored = await database.db.select().from(sessions);
  expect(stored.find(({ id }) => id === sessionId)?.generation).toBe(2);
  // The copy does not know the renewal, and nothing takes the new cookie for a stolen one.
  const next = [sessionIn(renewed.set)!, bookmarkIn(renewed.set) ?? cookies[1]!];
  const after = await open(paths.orders(), { cookies: next });
  expect(after.status).toBe(200);
  const last = await open(paths.orders(), { cookies: [next[0]!, bookmarkIn(after.set)!] });
  expect([last.status, last.trips.primary]).toEqual([200, 0]);
});

test("a session that the copy does not know yet is found on the primary", async () => {
  const customer = await aCustomer(database.db);
  const { cookie } = await signedIn(customer);
  const page = await open(paths.orders(), { cookies: [cookie] });
  expect(page.status).toBe(200);
  expect(page.trips.primary).toBeGreaterThan(0);
});
