import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickCookie } from "~/domain/attribution/clickCookie";
import type { Actor, ActorUser } from "~/domain/context";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { pageContext } from "~/http/pageContext.server";
import { dropInvalidReferral } from "~/http/referralCookies.server";
import { signUpAndEnter } from "~/http/signUpAndEnter.server";
import { paths } from "~/paths";
import { attributions } from "~db/schema";
import { PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aPortal, aPost, callApi } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let affiliate: ActorUser;
let staff: ActorUser;
let cookie: string;
beforeAll(async () => {
  database = await openTestDatabase();
  affiliate = await aCustomer(database.db, { affiliate: true, affiliateCode: "AFF2026" });
  staff = await aStaffMember(database.db);
  const { siteUrl, signer } = testContext(database.db);
  const click = { id: "01KAJ0000000000000000000AA", affiliateCode: "AFF2026", at: TEST_NOW - 1000 };
  cookie = (await clickCookie(click, siteUrl, (payload) => signer.mac("click", payload))).split(";")[0]!;
});
afterAll(() => database.dispose());

const input = (email: string) => ({ firstName: "Ada", lastName: "Example", email, password: PASSWORD });
const lastAttribution = () => database.db.select().from(attributions).orderBy(desc(attributions.userId)).limit(1).get();
const cookiesAfter = (actor: Actor, cookies: string) => {
  const portal = aPortal(testContext(database.db, actor), aPost("/", {}, { Cookie: cookies }));
  dropInvalidReferral(portal);
  return portal.setCookies;
};

test("a sign-up on a page consumes the click", async () => {
  const portal = aPortal(testContext(database.db), aPost("/signup", {}, { Cookie: `theme=dark; ${cookie}` }));
  await signUpAndEnter(portal, input("page@example.org"), null);
  expect(await lastAttribution()).toMatchObject({ affiliateId: affiliate.id, reason: "lastClick", selfReferral: null });
  expect(portal.setCookies).toContainEqual(expect.stringMatching(/^click=; .*Max-Age=0/));
});

test("a sign-up in the affiliate's own browser is a self-referral", async () => {
  const [seen, ...more] = cookiesAfter(actingAs(affiliate), "");
  expect(more).toEqual([]);
  expect(seen).toMatch(new RegExp(`^affiliate=${affiliate.id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000$`));
  const cookies = `${seen!.split(";")[0]}; ${cookie}`;
  expect(cookiesAfter(actingAs(affiliate), cookies)).toEqual([]);
  const portal = aPortal(testContext(database.db), aPost("/signup", {}, { Cookie: cookies }));
  await signUpAndEnter(portal, input("own@example.org"), null);
  expect(await lastAttribution()).toMatchObject({ affiliateId: affiliate.id, selfReferral: "ownLink" });
});

test("the next page clears the click of staff and impersonation only", async () => {
  const removed = [expect.stringMatching(/^click=; .*Max-Age=0$/)];
  expect(cookiesAfter(actingAs(staff), cookie)).toEqual(removed);
  expect(cookiesAfter({ kind: "impersonated", user: affiliate, adminId: staff.id, sessionId: "s" }, cookie)).toEqual(
    removed,
  );
  expect(cookiesAfter(actingAs(staff), "theme=dark")).toEqual([]);
  expect(cookiesAfter(anonymous, cookie)).toEqual([]);
  expect(cookiesAfter(actingAs(await aCustomer(database.db)), cookie)).toEqual([]);
});

test("POST /user/signUp consumes the click and reads no other cookie", async () => {
  const ctx = testContext(database.db);
  const headers = { Cookie: `affiliate=${affiliate.id}; ${cookie}` };
  const made = await callApi(ctx, "POST", "/user/signUp", { body: input("api@example.org"), headers });
  expect(made.status).toBe(200);
  expect(made.headers.get("Set-Cookie")).toMatch(/^click=; .*Max-Age=0/);
  expect(await lastAttribution()).toMatchObject({
    userId: made.json._id,
    affiliateId: affiliate.id,
    reason: "lastClick",
    selfReferral: null,
  });
  const forged = { Cookie: cookie.replace("AFF2026", "AFF2027") };
  await callApi(ctx, "POST", "/user/signUp", { body: input("forged@example.org"), headers: forged });
  expect(await lastAttribution()).toMatchObject({ affiliateId: null, reason: "forgedClick", affiliateCode: null });
});

test("leads a new visitor of a referral link to the shop or the sign-up", async () => {
  const { service } = await aService(database.db, { name: "Guest Posts" });
  const { service: hidden } = await aService(database.db, { name: "In-house", visible: false });
  const { siteUrl, signer } = testContext(database.db);
  const clickAt = async (at: number) =>
    (
      await clickCookie({ id: "01KAJ0000000000000000000AA", affiliateCode: "AFF2026", at }, siteUrl, (payload) =>
        signer.mac("click", payload),
      )
    ).split(";")[0]!;
  const ledTo = async (cookies: string, path = "/orders?page=2", open = true) => {
    const request = new Request(siteUrl + path, { headers: { Cookie: cookies } });
    const settings = { ...defaultSettings, shop: { ...defaultSettings.shop, open } };
    const portal = aPortal(testContext(database.db, undefined, { settings }), request);
    const refused = pageContext({ request, context: { portal } } as never, "catalogue.browse");
    return await refused.catch((answer: Response) => answer.headers.get("Location"));
  };
  const target = "redirectUrl=%2Forders%3Fpage%3D2";
  expect(await ledTo(cookie)).toBe(`/signup?${target}`);
  for (const path of ["/", "/services"]) expect(await ledTo(cookie, path)).toBe("/shop");
  expect(await ledTo(cookie, paths.serviceDetails(service.id))).toBe(`/shop/${service.slug}`);
  for (const id of [hidden.id, "unknown"]) expect(await ledTo(cookie, paths.serviceDetails(id))).toBe("/shop");
  for (const path of ["/services", paths.serviceDetails(service.id)])
    expect(await ledTo(cookie, path, false)).toBe(paths.signUp(path));
  expect(await ledTo("")).toBe(`/signin?${target}`);
  expect(await ledTo(await clickAt(TEST_NOW - 30 * 60_000))).toBe(`/signin?${target}`);
  expect(await ledTo(`${cookie}x`)).toBe(`/signin?${target}`);
  // An account signed in with this browser before.
  expect(await ledTo(`${cookie}; browser=known`)).toBe(`/signin?${target}`);
});
