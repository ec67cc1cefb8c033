import { matchRoutes } from "@remix-run/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { lazyRouteModules, routeMatcher } from "~/lazyRouteModules";
import { pages } from "~/pages";
import { built, builtModules, builtPages, wholeBuild } from "../support/builtPages";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { setUp } from "../support/setUp";
import { actingAs, anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
let superAdmin: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  superAdmin = await aStaffMember(database.db, { privileges: "SuperAdmin" });
});
afterAll(() => database.dispose());

/** One address of every page, with unknown ids. */
const addresses = [
  ...new Set(
    Object.values(pages).map(({ path }) => path.replace(/:operation/, "cancel").replace(/:\w+|\*/g, "none") || "/"),
  ),
  "/no/such/page",
  "/%E0%A4%A",
];

const payments = { scriptUrl: "/__stripe/stripe.js", publishableKey: () => "pk_test", sandbox: true } as never;

async function told(answer: ReturnType<typeof builtPages>, path: string, user: ActorUser | null) {
  const request = new Request(SITE + path);
  const portal = aPortal(
    testContext(database.db, user ? actingAs(user) : anonymous, { payments, requestId: "request" }),
    request,
  );
  if (user) portal.session = { session: { id: "session" }, user, unread: 0 } as FoundSession;
  const response = await answer(request, { portal });
  // Generated ids differ in every response.
  const text = (await response.text()).replace(/\b([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f-]{36})\b/g, "a new id");
  // Each response has a new secret as text and as a picture.
  if (path === "/profile/two-factor") return { path, status: response.status, length: text.length > 1000 };
  return { path, status: response.status, headers: [...response.headers], text };
}

test.each(["nobody", "superAdmin"])("every page answers %s like Remix with all modules loaded", async (who) => {
  const user = who === "nobody" ? null : superAdmin;
  const whole = wholeBuild();
  for (const path of addresses) {
    // A new instance a request, so no other page has loaded a module.
    expect(await told(builtPages(), path, user)).toEqual(await told(whole, path, user));
  }
});

test("data requests and actions without a route answer like Remix", async () => {
  const whole = wholeBuild();
  for (const path of [
    "/orders?_data=routes%2F_app.orders._index",
    "/orders?_data=routes%2F_app",
    "/orders?_data=root",
    "/orders?_data=routes%2F_app.coupons.new",
    "/orders?_data=none",
    "/?index&_data=routes%2F_app._index",
  ])
    expect(await told(builtPages(), path, superAdmin)).toEqual(await told(whole, path, superAdmin));
});

test("matches the same routes as Remix, however the address is written", () => {
  const { routes } = built.assets;
  const childrenOf = (parentId?: string): object[] =>
    Object.values(routes)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive }) => ({ id, path, index, caseSensitive, children: childrenOf(id) }));
  const tree = childrenOf() as Parameters<typeof matchRoutes>[0];
  const routesOf = routeMatcher(routes);
  const odd = [
    "/",
    "//",
    "//orders",
    "/orders/",
    "/ORDERS/New",
    "/%6Frders",
    "/orders//",
    "/o",
    "/:id",
    "/*",
    "/orders/a/b/c",
  ];
  for (const path of [...addresses, ...odd])
    expect([path, routesOf(path)]).toEqual([path, matchRoutes(tree, path)?.map(({ route }) => route.id) ?? ["root"]]);
});

test("a page loads its own routes once and retries a failed module", async () => {
  const read: string[] = [];
  let failures = 1;
  const modules = Object.fromEntries(
    Object.entries(builtModules).map(([id, load]) => [
      id,
      async () => {
        read.push(id);
        if (id === "routes/_account.signin" && failures-- > 0) throw new Error("not now");
        return await load();
      },
    ]),
  );
  let made = 0;
  const handlerFor = lazyRouteModules(built, modules, (build) => {
    made++;
    return build;
  });
  await expect(handlerFor(`${SITE}/signin`)).rejects.toThrow("not now");
  read.length = 0;
  const [first, second] = [await handlerFor(`${SITE}/signin`), await handlerFor(`${SITE}/signin?redirectUrl=%2F`)];
  expect(second).toBe(first);
  expect(read.sort()).toEqual(["root", "routes/_account", "routes/_account.signin"]);
  expect(made).toBe(1);
});

test("a fresh isolate answers every page in parallel", async () => {
  const portal: RunningPortal = await startPortal({ SEED: "none" });
  try {
    await setUp(portal);
    const cookie = await portal.cookie("superadmin@example.com");
    const answers = await Promise.all(
      addresses
        // It would sign out the session of the other requests.
        .filter((path) => path !== "/logout")
        .map(async (path) => {
          const response = await fetch(portal.base + path, { headers: { Cookie: cookie }, redirect: "manual" });
          await response.text();
          return { path, status: response.status };
        }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  } finally {
    await portal.remove();
  }
}, 240_000);
