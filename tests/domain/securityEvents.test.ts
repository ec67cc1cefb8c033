import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { backToAdmin } from "~/domain/accounts/backToAdmin";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { renewSession } from "~/domain/accounts/renewSession";
import { ACCESS_MS, LEEWAY_MS } from "~/domain/accounts/sessionLimits";
import { signIn } from "~/domain/accounts/signIn";
import { updateProfile } from "~/domain/accounts/updateProfile";
import { userRecord } from "~/domain/accounts/userRecord";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import type { Actor } from "~/domain/context";
import { Forbidden, Invalid } from "~/domain/errors";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { exportSecurityEvents, findSecurityEvents, MAX_COUNTED } from "~/domain/securityEvents/findSecurityEvents";
import { lastSignIns } from "~/domain/securityEvents/lastSignIns";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import { securityEventList } from "~/domain/securityEvents/securityEventList";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { refuseForm } from "~/http/refuseForm.server";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { foldText } from "~db/foldText";
import { firstIdOf } from "~db/ids";
import { securityEvents } from "~db/schema";
import { aMember, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD, proofOf } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aPortal, aPost } from "../support/portal";
import { plansOf } from "../support/queryPlans";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

const OFFICE = "203.0.113.7";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const at = (actor: Actor = anonymous, now = TEST_NOW) =>
  testContext(database.db, actor, { now, address: OFFICE, userAgent: "Firefox" });
const stored = () => database.db.select().from(securityEvents).orderBy(securityEvents.id);
const tried = async (work: (ctx: ReturnType<typeof at>) => Promise<unknown>, ctx = at()) => {
  await work(ctx).catch(() => {});
  await ctx.settled();
  return await stored();
};

describe("records", () => {
  test("a sign-in with its account, address and browser", async () => {
    const { id, email } = await aMember(database.db);
    expect(await tried((ctx) => signIn(ctx, { email, password: PASSWORD }, "page"))).toMatchObject([
      { kind: "signedIn", userId: id, actorId: null, address: OFFICE, userAgent: "Firefox", detail: "Password" },
    ]);
  });

  test("a failed sign-in without what was typed", async () => {
    const { id, email } = await aMember(database.db);
    await tried((ctx) => signIn(ctx, { email, password: "Guess#2026" }, "page"));
    const rows = await tried((ctx) => signIn(ctx, { email: "Secret#2026@example.com", password: PASSWORD }, "page"));
    expect(rows.map(({ kind, userId }) => ({ kind, userId }))).toEqual([
      { kind: "signInFailed", userId: id },
      { kind: "signInFailed", userId: null },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Guess|Secret|Portal#2026/);
  });

  test("a lock-out once, for the account", async () => {
    const { id, email } = await aMember(database.db);
    for (let attempt = 0; attempt < 9; attempt++)
      await tried((ctx) => consumeRateLimit(ctx, "signIn", foldText(email)));
    expect(await stored()).toMatchObject([{ kind: "lockedOut", userId: id, detail: "signIn" }]);
  });

  test("an exceeded limit once per window", async () => {
    for (let attempt = 0; attempt < 25; attempt++) await tried((ctx) => consumeRateLimit(ctx, "coupon"));
    expect(await stored()).toMatchObject([{ kind: "limited", userId: null, address: OFFICE, detail: "coupon" }]);
  });

  test("an impersonation's start and end with the admin", async () => {
    const admin = await aStaffMember(database.db, { privileges: "Admin" });
    const client = await aMember(database.db);
    const { sessionId } = await aSession(at(), admin);
    const proof = await signInAsClient(at(actingAs(admin, sessionId)), client.id, "page");
    await backToAdmin(at({ kind: "impersonated", user: client, adminId: admin.id, sessionId: proof.sessionId }));
    expect(await stored()).toMatchObject([
      { kind: "impersonationStarted", userId: client.id, actorId: admin.id },
      { kind: "impersonationEnded", userId: client.id, actorId: admin.id },
    ]);
  });

  test("a changed role with both privileges", async () => {
    const boss = await aStaffMember(database.db, { privileges: "SuperAdmin" });
    const member = await aStaffMember(database.db, { privileges: "Manager" });
    const { id, firstName, lastName } = member;
    await updateTeamAccount(at(actingAs(boss)), { id, firstName, lastName, privileges: "Admin" });
    expect(await stored()).toMatchObject([
      { kind: "roleChanged", userId: id, actorId: boss.id, detail: "From Manager to Admin" },
    ]);
  });

  test("a changed password", async () => {
    const member = await aMember(database.db);
    const ctx = at(actingAs(member));
    const own = (await userRecord(ctx, member.id).get())!;
    const input = { ...own, password: NEW_PASSWORD, currentPassword: PASSWORD };
    await updateProfile(ctx, input as never, "page");
    const rows = await stored();
    expect(rows).toMatchObject([{ kind: "passwordChanged", userId: member.id, actorId: null }]);
    expect(JSON.stringify(rows)).not.toMatch(/Changed#2027|Portal#2026/);
  });

  test("a session token that was used again after its rotation", async () => {
    const member = await aMember(database.db);
    const proof = await aSession(at(), member);
    const rotated = TEST_NOW + ACCESS_MS;
    const renewal = await renewSession(at(anonymous, rotated), proof, { kind: "page" });
    await renewSession(at(anonymous, rotated), proofOf(renewal), { kind: "page" });
    await renewSession(at(anonymous, rotated + LEEWAY_MS), proof, { kind: "page" });
    expect(await stored()).toMatchObject([{ kind: "tokenReused", userId: member.id }]);
  });

  test("a refusal once in ten minutes", async () => {
    const member = await aMember(database.db);
    const refused = async (now: number) => {
      const ctx = at(actingAs(member), now);
      recordRefusal(ctx, "/teams");
      await ctx.settled();
    };
    for (let time = 0; time < 5; time++) await refused(TEST_NOW + time);
    await refused(TEST_NOW + 10 * 60_000);
    expect(await stored()).toMatchObject([{ kind: "forbidden" }, { kind: "forbidden" }]);
  });
});

test("a refusal holds no link token and needs a set-up, signed-in person", async () => {
  const member = await aMember(database.db);
  const staff = { kind: "user", user: await aStaffMember(database.db), sessionId: "a", setUpFirst: true } as const;
  const ctxs = [at(actingAs(member)), at(anonymous), at(staff)];
  for (const ctx of ctxs) {
    recordRefusal(ctx, `/card/01KAJ0000000000000000000AA/1/2/${"m".repeat(43)}`);
    await ctx.settled();
  }
  expect(await stored()).toMatchObject([{ userId: member.id, detail: "/card/01KAJ0000000000000000000AA/1/2/…" }]);
});

test("records what an operation refuses to a form", async () => {
  const ctx = at(actingAs(await aMember(database.db)));
  await refuseForm(aPortal(ctx, aPost("/profile", {})), new Forbidden());
  await refuseForm(aPortal(ctx, aPost("/profile", {})), new Invalid("Name is required", "name"));
  await ctx.settled();
  expect(await stored()).toMatchObject([{ kind: "forbidden", detail: "/profile" }]);
});

test("keeps events for 90 days", async () => {
  const member = await aMember(database.db);
  await tried((ctx) => signIn(ctx, { email: member.email, password: PASSWORD }, "page"));
  const day = 86_400_000;
  const sweep = (now: number) => deleteOldRecords(at(actingSystem, now), (error) => expect.fail(String(error)));
  await sweep(TEST_NOW + 90 * day - 1);
  expect(await stored()).toHaveLength(1);
  await sweep(TEST_NOW + 90 * day + 1);
  expect(await stored()).toHaveLength(0);
});

test("shows people their sign-in before this one and the last failed one", async () => {
  const member = await aMember(database.db);
  const ctx = (now: number) => at(actingAs(member), now);
  expect(await lastSignIns(ctx(TEST_NOW))).toEqual({ previous: null, failed: null });
  for (const [minute, password] of [PASSWORD, "Wrong#2026", PASSWORD].entries())
    await tried((one) => signIn(one, { email: member.email, password }, "page"), at(anonymous, TEST_NOW + minute));
  expect(await lastSignIns(ctx(TEST_NOW + 9))).toEqual({
    previous: { at: TEST_NOW, address: OFFICE, userAgent: "Firefox" },
    failed: { at: TEST_NOW + 1, address: OFFICE, userAgent: "Firefox" },
  });
});

describe("the list", () => {
  const find = async (search: string, db = database.db) => {
    const boss = await aStaffMember(database.db, { privileges: "SuperAdmin" });
    const query = listFromUrl(securityEventList, `https://portal.example.com/?${search}`);
    return await findSecurityEvents(testContext(db, actingAs(boss)), query);
  };
  /** `many` refusals of one address, newest at TEST_NOW, one a second. */
  const fill = async (many: number, userId: string | null = null) =>
    await database.db.run(
      sql`insert into security_events (id, kind, user_id, actor_id, address, user_agent, detail, created_at)
        with recursive numbers(number) as (select 0 union all select number + 1 from numbers where number + 1 < ${many})
        select ${firstIdOf(TEST_NOW)} || printf('%016d', number), iif(number % 2, 'limited', 'forbidden'), ${userId}, null, '198.51.100.1', 'curl', 'signIn', ${TEST_NOW} - number * 1000 from numbers`,
    );

  test("filters by event, account, address and day, newest first", async () => {
    const { id, email } = await aMember(database.db);
    await tried((ctx) => signIn(ctx, { email, password: "Wrong#2026" }, "page"));
    await tried((ctx) => signIn(ctx, { email, password: PASSWORD }, "page"), at(anonymous, TEST_NOW + 1));
    await fill(3);
    const kinds = async (search: string) => (await find(search)).content.map(({ kind }) => kind);
    expect(await kinds(`email=${encodeURIComponent(email.toUpperCase())}`)).toEqual(["signedIn", "signInFailed"]);
    expect(await kinds("kind=signedIn&kind=signInFailed")).toEqual(["signedIn", "signInFailed"]);
    expect(await kinds(`address=${OFFICE}`)).toEqual(["signedIn", "signInFailed"]);
    expect(await kinds("kind=limited")).toEqual(["limited"]);
    expect(await kinds("dateField=createdTime&from=2026-11-20&to=2026-11-20")).toEqual([]);
    const { content, totalElements } = await find("dateField=createdTime&from=2026-11-21&to=2026-11-21");
    expect([content.length, totalElements]).toEqual([5, 5]);
    expect(content[0]).toMatchObject({ kind: "signedIn", account: { id, email, staff: false }, actor: null });
  });

  test.each(["", "kind=limited", "email=ada@example.com", "address=198.51.100.1", "kind=limited&kind=forbidden"])(
    "reads no more of many events than of few: %s",
    async (search) => {
      const { id } = await aMember(database.db, { email: "ada@example.com", emailFolded: "ada@example.com" });
      const cost = async (many: number) => {
        await database.db.delete(securityEvents);
        await fill(many, id);
        const count = newStatementCount();
        await find(search, openDb(countStatements(database.binding, count)));
        return count;
      };
      const [few, most] = [await cost(2 * MAX_COUNTED), await cost(40 * MAX_COUNTED)];
      expect(most.rowsRead).toBeLessThanOrEqual(few.rowsRead * 1.01);
      expect(most).toMatchObject({ statements: 2, roundTrips: 1 });
    },
  );

  test("uses an index for every filter and sorts nothing", async () => {
    const plans = async (search: string) => await plansOf(database.binding, (db) => find(search, db));
    for (const search of ["kind=limited", "email=ada@example.com", "address=198.51.100.1"]) {
      const steps = await plans(search);
      expect(
        steps.filter((step) => /SCAN security_events(?! USING)|TEMP B-TREE FOR ORDER/.test(step)),
        search,
      ).toEqual([]);
    }
  });

  test("is for super admins only, and so is its export", async () => {
    const query = listFromUrl(securityEventList, "https://portal.example.com/");
    for (const privileges of ["Manager", "Admin"] as const) {
      const ctx = testContext(database.db, actingAs(await aStaffMember(database.db, { privileges })));
      await expect(findSecurityEvents(ctx, query)).rejects.toThrow("not allowed");
      await expect(exportSecurityEvents(ctx, query)).rejects.toThrow("not allowed");
    }
  });
});
