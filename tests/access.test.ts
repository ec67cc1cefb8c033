import { existsSync, readdirSync } from "node:fs";
import type { ActionFunction, LoaderFunction } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { isPublic } from "~/api/endpoint";
import { table } from "~/api/table";
import { audienceOf, audiences, authorize, can, type Permission, permissions } from "~/domain/access";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { type Actor, type ActorUser, isStaff } from "~/domain/context";
import { Forbidden, Unauthenticated } from "~/domain/errors";
import { pages } from "~/pages";
import { sessions } from "~db/schema";
import { publicCalls } from "./contract/calls";
import { aSession } from "./support/accounts";
import { openTestDatabase, type TestDatabase } from "./support/database";
import { aCustomer, aStaffMember } from "./support/factories";
import { aPortal, SITE } from "./support/portal";
import { anonymous, TEST_NOW, testContext } from "./support/testContext";

const person = (values: Partial<ActorUser>): ActorUser => ({
  id: "person",
  email: "person@example.com",
  firstName: "Person",
  lastName: "Example",
  role: "CUSTOMER",
  privileges: null,
  affiliate: false,
  affiliateCode: null,
  ...values,
});
const user = (values: Partial<ActorUser>): Actor => ({ kind: "user", sessionId: "s", user: person(values) });

/** Every kind of actor by name. */
const actors = {
  anonymous: { kind: "anonymous" } as Actor,
  customer: user({}),
  affiliate: user({ affiliate: true, affiliateCode: "AFF2026" }),
  impersonated: { kind: "impersonated", sessionId: "s", user: person({}), adminId: "admin" } as Actor,
  "staff without privilege": user({ role: "ADMIN" }),
  Manager: user({ role: "ADMIN", privileges: "Manager" }),
  Admin: user({ role: "ADMIN", privileges: "Admin" }),
  SuperAdmin: user({ role: "ADMIN", privileges: "SuperAdmin" }),
  system: { kind: "system", name: "test" } as Actor,
};
const all = Object.keys(permissions) as Permission[];

test.each(all)("%s: the permission table, can() and authorize() agree", (permission) => {
  const rule: { who: readonly string[]; notImpersonated?: true; affiliatesOnly?: true } = permissions[permission];
  expect(rule.who.length).toBeGreaterThan(0);
  for (const [name, actor] of Object.entries(actors)) {
    const allowed =
      rule.who.includes(audienceOf(actor)) &&
      !(actor.kind === "impersonated" && rule.notImpersonated) &&
      !(audienceOf(actor) === "customer" && rule.affiliatesOnly && name !== "affiliate");
    expect(can(actor, permission)).toBe(allowed);
    const ask = () => authorize({ actor }, permission);
    if (allowed) expect(ask).not.toThrow();
    else expect(ask).toThrow(actor.kind === "anonymous" ? Unauthenticated : Forbidden);
  }
});

const may = (name: keyof typeof actors) => all.filter((permission) => can(actors[name], permission));

test("higher privileges never lose rights; old rows without one are Managers", () => {
  expect(may("Admin")).toEqual(expect.arrayContaining(may("Manager")));
  expect(may("SuperAdmin")).toEqual(expect.arrayContaining(may("Admin")));
  expect(may("staff without privilege")).toEqual(may("Manager"));
});

test("an affiliate adds the own programme; impersonation adds no rights", () => {
  const more = ["affiliates.own", "clients.find"];
  expect(may("affiliate").filter((permission) => !more.includes(permission))).toEqual(may("customer"));
  expect(may("customer")).toEqual(expect.arrayContaining(may("impersonated")));
});

test("signed-in users may do what visitors may; the system cannot sign in", () => {
  for (const name of ["customer", "Manager", "Admin", "SuperAdmin"] as const)
    expect(may(name)).toEqual(expect.arrayContaining(may("anonymous")));
  expect(audiences).toContain("system");
  for (const permission of all.filter((one) => permissions[one].who.every((who) => who === "system")))
    for (const name of Object.keys(actors) as (keyof typeof actors)[])
      expect(can(actors[name], permission)).toBe(name === "system");
});

const routeModules = readdirSync("app/routes", { withFileTypes: true })
  .filter((entry) => (entry.isDirectory() ? existsSync(`app/routes/${entry.name}/route.tsx`) : true))
  .map((entry) => entry.name)
  .filter((name) => !/\.test\.tsx?$/.test(name))
  .map((name) => `routes/${name.replace(/\.tsx?$/, "")}`);

test("route modules and entries of the page table match one to one", () => {
  expect(Object.keys(pages).sort()).toEqual(routeModules.sort());
});

test("every page and API row asks for an existing permission", () => {
  for (const { permission } of [...Object.values(pages), ...table]) expect(all).toContain(permission);
});

test("a page's path matches its file name", () => {
  for (const [id, { path }] of Object.entries(pages)) {
    const parts = id
      .slice("routes/".length)
      .split(".")
      .filter((part) => part !== "_index" && !part.startsWith("_"))
      .map((part) => (part === "$" ? "*" : part.replace(/_$/, "").replace(/^\$/, ":")));
    expect(path).toBe(parts.length || id.endsWith("._index") ? `/${parts.join("/")}` : "");
  }
});

test("public rows are the documented eight and the API document", () => {
  const built = table.map((row) => `${row.method} ${row.path}`);
  const open = table.filter(isPublic).map((row) => `${row.method} ${row.path}`);
  expect(open.sort()).toEqual(publicCalls.filter((call) => built.includes(call)).sort());
});

let database: TestDatabase;
/** A bearer and a signed-in portal request for every external actor. */
const visitors = ["anonymous", "customer", "affiliate", "impersonated", "Manager", "Admin", "SuperAdmin"] as const;
const bearers: Partial<Record<(typeof visitors)[number], string>> = {};
const stored: Partial<Record<(typeof visitors)[number], Actor>> = {};

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const ctx = testContext(db);
  const admin = await aStaffMember(db);
  const people = {
    customer: await aCustomer(db),
    affiliate: await aCustomer(db, { affiliate: true, affiliateCode: "AFF2026" }),
    impersonated: await aCustomer(db),
    Manager: await aStaffMember(db, { privileges: "Manager" }),
    Admin: await aStaffMember(db, { privileges: "Admin" }),
    SuperAdmin: await aStaffMember(db),
  };
  stored.anonymous = anonymous;
  for (const [name, one] of Object.entries(people) as [keyof typeof people, ActorUser][]) {
    const impersonator =
      name === "impersonated"
        ? { adminId: admin.id, sessionId: (await aSession(ctx, admin, "api")).sessionId }
        : undefined;
    const { sessionId } = await aSession(ctx, one, "api", impersonator);
    bearers[name] = await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
    stored[name] = impersonator
      ? { kind: "impersonated", user: one, adminId: admin.id, sessionId }
      : { kind: "user", user: one, sessionId };
  }
});
afterAll(() => database.dispose());

test.each(table.map((row) => [`${row.method} ${row.path}`, row] as const))(
  "API %s: answers 401 without a bearer and 403 with the wrong one",
  async (_, row) => {
    for (const name of visitors) {
      const url = `${SITE}/api${row.path.replace(/\{\w+\}/g, "nobody")}`;
      const bearer = bearers[name];
      const response = await answerApi(
        testContext(database.db),
        new Request(url, {
          method: row.method,
          headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
          body: row.method === "POST" || row.method === "PUT" ? "{}" : null,
        }),
      );
      const allowed = can(stored[name]!, row.permission);
      const said = `${name}: ${response.status}`;
      // No account's bearer is the monitor's token.
      if (row.ownToken) expect(said).toBe(`${name}: 401`);
      else if (allowed) {
        expect(said).not.toMatch(/: (401|403|405|5\d\d)$/);
      } else expect(said).toBe(`${name}: ${name === "anonymous" ? 401 : 403}`);
    }
    // Signing out ends the sessions that the next rows need.
    if (row.permission === "account.signOut")
      await database.db.update(sessions).set({ endedAt: null, endReason: null });
  },
);

interface RouteModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
  default?: unknown;
}
const modules = import.meta.glob<RouteModule>([
  "../app/routes/*.{ts,tsx}",
  "../app/routes/*/route.tsx",
  "!**/*.test.*",
]);
const moduleOf = (id: string) =>
  modules[`../app/${id}.tsx`] ?? modules[`../app/${id}.ts`] ?? modules[`../app/${id}/route.tsx`];

/** The response that a loader or action returns or throws. */
async function outcome(run: () => unknown): Promise<Response> {
  try {
    const answer = await run();
    return answer instanceof Response ? answer : new Response(null);
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

test.each(Object.entries(pages))(
  "page %s: redirects visitors without permission before reading data",
  async (id, page) => {
    const { loader, action } = await moduleOf(id)!();
    // A page without a guard must be open to anonymous visitors.
    if (!loader) expect(can(anonymous, page.permission)).toBe(true);
    for (const name of visitors) {
      const actor = stored[name]!;
      if (can(actor, page.permission)) continue;
      // Staff without access to reports get a message instead of a redirect home.
      const told = page.permission === "reports.view" && isStaff(actor);
      const away = told
        ? /^403 null$/
        : name === "anonymous"
          ? /^303 \/signin(\?redirectUrl=|$)|^30[23] \/$/
          : /^30[23] \/$/;
      for (const [run, method] of [
        [loader, "GET"],
        [action, "POST"],
      ] as const) {
        if (!run) continue;
        const url = SITE + page.path.replace(/:\w+/g, "bm9ib2R5").replace("*", "nothing");
        const request = new Request(url, { method, ...(method === "POST" ? { body: new URLSearchParams() } : {}) });
        const portal = aPortal(testContext(database.db, actor), request);
        const params = Object.fromEntries([...page.path.matchAll(/:(\w+)/g)].map(([, part]) => [part, "bm9ib2R5"]));
        const response = await outcome(() => run({ request, params, context: { portal } }));
        expect(`${response.status} ${response.headers.get("Location")}`, `${name} ${method}`).toMatch(away);
      }
    }
  },
);
