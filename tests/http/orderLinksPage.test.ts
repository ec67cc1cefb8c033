import { createRequestHandler } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { paths } from "~/paths";
import { placements } from "~db/schema";
import { buildOf } from "../support/buildOf";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { actingAs, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

const SECRET = "the publisher costs us forty dollars";

let database: TestDatabase;
let pages: ReturnType<typeof createRequestHandler>;
beforeAll(async () => {
  database = await openTestDatabase();
  const page = "routes/_app.orders.$orderId";
  const modules = {
    root: { module: await import("../../app/root"), path: "" },
    "routes/_app": { module: await import("../../app/routes/_app"), parentId: "root" },
    [page]: {
      module: await import("../../app/routes/_app.orders.$orderId"),
      parentId: "routes/_app",
      path: "orders/:orderId",
    },
  };
  pages = createRequestHandler(await buildOf(modules), "production");
});
afterAll(() => database.dispose());

async function html(user: ActorUser, path: string) {
  const request = new Request(`${SITE}${path}`);
  const portal = aPortal(testContext(database.db, actingAs(user)), request);
  portal.session = { session: { id: "session" }, user, unread: 0 } as FoundSession;
  const response = await pages(request, { portal });
  expect(response.status).toBe(200);
  return await response.text();
}

test("the page of an order with 200 links shows 50 of them in at most 120 kB", async () => {
  const staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  const agent = await aStaffMember(database.db, { firstName: "Secretagent" });
  const client = await aCustomer(database.db);
  const order = await aTrackedOrder(database.db, { staff, client, count: 200 });
  await database.db.update(placements).set({
    targetUrl: "https://www.client.example.com/blog/how-to-choose-a-supplier?source=newsletter",
    anchorText: "how to choose a supplier of garden furniture",
    clientReference: "Harbour Dental",
    siteDomain: "gardenweekly.example.com",
    siteDr: 54,
    siteDa: 48,
    siteTraffic: 12_000,
    staffNote: SECRET,
    assignedToId: agent.id,
  });
  for (const user of [staff, client]) {
    const path = paths.orderPlacements(order.id);
    const first = await html(user, path);
    const numbers = (text: string) => new Set(text.match(/\b\d+-\d{2,3}(?=<\/a>)/g));
    expect(numbers(first).size, user.role).toBe(50);
    const bytes = new TextEncoder().encode(first).byteLength;
    console.log(`order with 200 links, ${user.role}: ${bytes} bytes of HTML`);
    expect(bytes, user.role).toBeLessThanOrEqual(120_000);
    if (user === client) for (const secret of [SECRET, agent.firstName]) expect(first).not.toContain(secret);
    else expect(first).toContain(agent.firstName);
    const last = await html(user, `${path}&page=4`);
    expect(numbers(last).size, user.role).toBe(50);
    expect([...numbers(last)].some((number) => numbers(first).has(number))).toBe(false);
  }
});
