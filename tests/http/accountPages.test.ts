import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeProof } from "~/domain/accounts/sessionSecret";
import type { SignedIn } from "~/domain/accounts/signIn";
import { authenticator } from "~/http/authenticator.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectSignedIn } from "~/http/redirectSignedIn.server";
import { resolveSession } from "~/http/resolveSession.server";
import { signUpAndEnter } from "~/http/signUpAndEnter.server";
import { sessions, users } from "~db/schema";
import { aMember, aSession, hashOfPassword, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aPortal, aPost, SITE } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const at = (now = TEST_NOW) => testContext(database.db, anonymous, { now });
const get = (headers: Record<string, string>) => new Request(`${SITE}/orders`, { headers });
const post = (fields: Record<string, string>) => aPortal(at(), aPost("/signin", fields));
const signInBy = (portal: ReturnType<typeof post>) => authenticator(portal).authenticate("form", portal.request);

test("pages ignore bearer tokens and accept only the cookie", async () => {
  const customer = await aMember(database.db);
  const page = await aSession(at(), customer, "page");
  const api = await aSession(at(TEST_NOW + 1), customer, "api");
  const jwt = await at().signer.accessToken({ sessionId: api.sessionId, generation: 1 }, TEST_NOW + 60_000);
  const kindFor = async (headers: Record<string, string>) => {
    const portal = aPortal(at(), get(headers));
    await resolveSession(portal);
    return portal.ctx.actor.kind;
  };
  expect(await kindFor({ Cookie: `session=${writeProof(page)}` })).toBe("user");
  expect(await kindFor({ Authorization: `Bearer ${jwt}` })).toBe("anonymous");
  expect(await kindFor({ Authorization: `Bearer ${writeProof(page)}` })).toBe("anonymous");
  expect(await kindFor({ Cookie: `session=${writeProof(api)}` })).toBe("anonymous");
  expect(await kindFor({ Cookie: `session=${jwt}` })).toBe("anonymous");
});

test("clears a refused cookie and renews an expired one", async () => {
  const proof = await aSession(at(), await aMember(database.db));
  const refused = aPortal(at(), get({ Cookie: "session=forged" }));
  await resolveSession(refused);
  expect(refused.setCookies).toEqual([expect.stringMatching(/^session=;.*Max-Age=0/)]);
  const renewed = aPortal(at(TEST_NOW + 15 * 60_000), get({ Cookie: `session=${writeProof(proof)}` }));
  await resolveSession(renewed);
  expect(renewed.setCookies).toEqual([expect.stringMatching(new RegExp(`^session=${proof.sessionId}\\.2\\.`))]);
});

test("redirects to sign-in with the way back, or home for the wrong role", async () => {
  const customer = await aMember(database.db);
  const ask = (actor: Parameters<typeof testContext>[1], url: string) => {
    const request = new Request(SITE + url);
    const portal = aPortal(testContext(database.db, actor), request);
    return pageContext({ request, context: { portal } }, "services.manage").then(
      () => "let in",
      (response: Response) => `${response.status} ${response.headers.get("Location")}`,
    );
  };
  expect(await ask(anonymous, "/services?page=2")).toBe("303 /signin?redirectUrl=%2Fservices%3Fpage%3D2");
  expect(await ask(anonymous, "/")).toBe("303 /signin");
  expect(await ask(actingAs(customer), "/services")).toBe("303 /");
  expect(await ask(actingAs({ ...customer, role: "ADMIN", privileges: "Manager" }), "/services")).toBe("let in");
});

test.each([
  [{}, "/"],
  [{ redirectUrl: "/" }, "/"],
  [{ redirectUrl: "/orders?page=2" }, "/orders?page=2"],
  [{ redirectUrl: "//evil.example" }, "/"],
  [{ redirectUrl: "https://evil.example" }, "/"],
])("signing in with %j leads to %s with a new session", async (hidden, target) => {
  const member = await aMember(database.db, { firstLogin: false });
  const portal = post({ email: member.email, password: PASSWORD, ...(hidden as Record<string, string>) });
  const response = await signInBy(portal);
  expect([response.status, response.headers.get("Location")]).toEqual([303, target]);
  const [row] = await database.db.select().from(sessions);
  expect(portal.setCookies).toEqual([
    expect.stringContaining(`session=${row!.id}.1.`),
    expect.stringMatching(/^browser=[\w-]{43}\.[\w-]{43}; .*HttpOnly; .*Max-Age=31536000/),
  ]);
  expect(row!.kind).toBe("page");
});

test("the first sign-in redirects to /welcome once, unless a way back wins", async () => {
  const member = await aMember(database.db);
  const fields = { email: member.email, password: PASSWORD };
  const go = async (hidden: Record<string, string> = {}) =>
    (await signInBy(post({ ...fields, ...hidden }))).headers.get("Location");
  expect(await go({ redirectUrl: "/orders" })).toBe("/orders");
  expect(await go()).toBe("/welcome");
  expect(await go()).toBe("/");
});

test("a failed sign-in keeps the address, drops the password, sets no cookie", async () => {
  const portal = post({ email: "ada@example.com", password: "Secret#2026x" });
  const response = await signInBy(portal);
  const text = await response.text();
  expect(response.status).toBe(401);
  expect(text).toContain("Invalid email or password");
  expect(text).toContain("ada@example.com");
  expect(text).not.toContain("Secret#2026x");
  expect(portal.setCookies).toEqual([]);
});

test("a form without a field is the same page with 400 and no password", async () => {
  const response = await signInBy(post({ email: "", password: "Secret#2026x" }));
  const text = await response.text();
  expect(response.status).toBe(400);
  expect(text).toContain("Email is required");
  expect(text).not.toContain("Secret#2026x");
});

test("too many attempts: 429 with Retry-After and the text in the page", async () => {
  const ctx = testContext(database.db, anonymous, { address: "203.0.113.7" });
  const answer = () => {
    const portal = aPortal(ctx, aPost("/signin", { email: "ada@example.com", password: "Wrong#2026" }));
    return signInBy(portal);
  };
  for (let n = 0; n < 5; n++) expect((await answer()).status).toBe(401);
  const refused = await answer();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("900");
  expect(await refused.text()).toMatch(/Too many attempts\. Please try again in \d+ (seconds?|minutes|hours)\./);
});

test("a second sign-in ends the browser's earlier session", async () => {
  const member = await aMember(database.db, { firstLogin: false });
  const old = await aSession(at(), member);
  const portal = aPortal(at(), aPost("/signin", {}, { Cookie: `session=${writeProof(old)}` }));
  await resolveSession(portal);
  const proof = await aSession(at(TEST_NOW + 1), member);
  const { id: userId, email: emailFolded, role } = member;
  const fresh: SignedIn = { userId, emailFolded, role, proof, welcome: false };
  await redirectSignedIn(portal, fresh, null);
  const alive = (await database.db.select().from(sessions)).filter((row) => row.endedAt === null);
  expect(alive.map((row) => row.id)).toEqual([fresh.proof.sessionId]);
});

const form = { firstName: "Ada", lastName: "Example", email: "ada@example.com", password: PASSWORD };

test("a sign-up signs in, shows a toast and leads to /welcome", async () => {
  const portal = aPortal(at(), aPost("/signup", form));
  const response = await signUpAndEnter(portal, form, null);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/welcome"]);
  expect(portal.setCookies.map((cookie) => cookie.split("=")[0])).toEqual(["toast", "session", "browser"]);
  expect(decodeURIComponent(portal.setCookies[0]!)).toContain('"Account created successfully"');
});

test("the sign-in page says that the account exists if signing in fails", async () => {
  const { binding } = database;
  await binding
    .prepare("create trigger no_session before insert on sessions begin select raise(abort, 'no'); end")
    .run();
  const portal = aPortal(at(), aPost("/signup", form));
  const response = await signUpAndEnter(portal, form, "/orders").finally(() =>
    binding.prepare("drop trigger no_session").run(),
  );
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/signin?redirectUrl=%2Forders"]);
  expect(decodeURIComponent(portal.setCookies.join())).toContain(
    '"Account created successfully. Please sign in to continue."',
  );
  expect(await database.db.select().from(users)).toHaveLength(1);
  expect(await database.db.select().from(sessions)).toEqual([]);
});

test("redirects staff without a required second factor to its setup", async () => {
  const staff = await aMember(database.db, { role: "ADMIN", privileges: "Manager" });
  const actor = { kind: "user" as const, user: staff, sessionId: "s", setUpFirst: true as const };
  const request = new Request(`${SITE}/orders`);
  const portal = aPortal(testContext(database.db, actor), request);
  const led = (permission: Parameters<typeof pageContext>[1]) =>
    pageContext({ request, context: { portal } }, permission).then(
      () => "in",
      (answer: Response) => answer.headers.get("Location"),
    );
  expect(await Promise.all((["orders.list", "home.view", "account.profile"] as const).map(led))).toEqual(
    Array(3).fill("/profile/two-factor"),
  );
  expect(await Promise.all((["account.twoFactor", "account.frame", "account.signOut"] as const).map(led))).toEqual(
    Array(3).fill("in"),
  );
});
