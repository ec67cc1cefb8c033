import { afterAll, beforeAll, expect, test } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { pages } from "~/pages";
import { builtPages } from "../support/builtPages";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { actingAs, testContext } from "../support/testContext";

let database: TestDatabase;
let [admin, customer]: ActorUser[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  // Names that the database does not know: only who asks is called so.
  admin = { ...(await aStaffMember(database.db, { privileges: "SuperAdmin" })), firstName: "Ada" };
  customer = { ...(await aCustomer(database.db)), firstName: "Bruno" };
});
afterAll(() => database.dispose());

const answer = builtPages();
const payments = { scriptUrl: "/__stripe/stripe.js", publishableKey: () => "pk_test", sandbox: true } as never;
let asked = 0;

/** A page as production answers it: what is kept is not drawn again. */
async function page(path: string, user: ActorUser, unread = 0) {
  const request = new Request(SITE + path);
  const portal = aPortal(testContext(database.db, actingAs(user), { payments, requestId: "request" }), request);
  portal.env.APP_ENV = "production";
  portal.nonce = `nonce-${++asked}`;
  portal.session = { session: { id: "session" }, user, unread } as FoundSession;
  const response = await answer(request, { portal });
  const text = await response.text();
  return { status: response.status, text, rest: text.replaceAll(portal.nonce, "the nonce"), nonce: portal.nonce };
}

/** Every page without an id in its address. */
const addresses = Object.values(pages).flatMap(({ path }) => (/[:*]/.test(path) ? [] : [path || "/"]));

test("every page that is asked for twice is the same but for its nonce, also after somebody else asked", async () => {
  let drawn = 0;
  for (const path of addresses) {
    const first = await page(path, admin!);
    const other = await page(path, customer!);
    const second = await page(path, admin!);
    expect([path, second.status]).toEqual([path, first.status]);
    expect(second.text).not.toContain(`"${first.nonce}"`);
    if (!second.text.startsWith("<!doctype html>")) continue;
    drawn++;
    expect(second.text).toContain(`nonce="${second.nonce}"`);
    // What forms are told apart by, and the secret of a second factor, are another each time.
    const again = (text: string) => text.replace(/\b([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f-]{36})\b/g, "a new id");
    if (path !== "/profile/two-factor") expect(again(second.rest)).toBe(again(first.rest));
    expect([path, second.text.includes("Bruno"), other.text.includes("Ada")]).toEqual([path, false, false]);
  }
  expect(drawn).toBeGreaterThan(20);
});

test("one more unread notification, and a name that was changed, are on the next page", async () => {
  await page("/notifications", admin!);
  expect((await page("/notifications", admin!, 3)).text).toContain("Notifications, 3 unread");
  expect((await page("/notifications", { ...admin!, firstName: "Adele" })).text).toContain("Adele");
  expect((await page("/notifications", admin!)).text).not.toContain("3 unread");
});
