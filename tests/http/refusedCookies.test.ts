import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeProof } from "~/domain/accounts/sessionSecret";
import { authenticator } from "~/http/authenticator.server";
import { setToast } from "~/http/portalRequest.server";
import { resolveSession } from "~/http/resolveSession.server";
import { loader as root } from "../../app/root";
import { loader as signInPage } from "../../app/routes/_account.signin";
import { aMember, aSession, hashOfPassword, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aPortal, aPost, SITE } from "../support/portal";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const at = () => testContext(database.db, anonymous);
const BROWSER = { "Sec-Fetch-Dest": "document" };

async function whereSignInLeads(headers: Record<string, string>, redirectUrl = "/orders") {
  const { email } = await aMember(database.db);
  const portal = aPortal(at(), aPost("/signin", { email, password: PASSWORD, redirectUrl }, headers));
  return (await authenticator(portal).authenticate("form", portal.request)).headers.get("Location");
}

test("a browser without cookies passes the cookie check", async () => {
  expect(await whereSignInLeads(BROWSER)).toBe("/signin?signedIn=1&redirectUrl=%2Forders");
  expect(await whereSignInLeads(BROWSER, "/")).toBe("/signin?signedIn=1&redirectUrl=%2Fwelcome");
  expect(await whereSignInLeads({ ...BROWSER, Cookie: "theme=dark" })).toBe("/orders");
  expect(await whereSignInLeads({})).toBe("/orders");
});

test("the check names refused cookies, and leads on with a session", async () => {
  const url = `${SITE}/signin?signedIn=1&redirectUrl=%2Forders`;
  const open = async (address: string, headers: Record<string, string> = {}) => {
    const portal = aPortal(at(), new Request(address, { headers }));
    await resolveSession(portal);
    return { portal, args: { request: portal.request, params: {}, context: { portal } } as never };
  };
  expect(await signInPage((await open(url)).args)).toEqual({
    links: true,
    redirectUrl: "/orders",
    shop: true,
    withoutCookies: true,
  });
  expect(await signInPage((await open(`${SITE}/signin`)).args)).toMatchObject({ withoutCookies: false });

  const proof = await aSession(at(), await aMember(database.db));
  const { portal: giver } = await open(`${SITE}/signup`);
  await setToast(giver, { tone: "success", text: "Account created successfully" });
  const [toast] = giver.setCookies[0]!.split(";");
  const signedIn = await open(url, { Cookie: `session=${writeProof(proof)}; ${toast}` });
  expect(((await signInPage(signedIn.args)) as Response).headers.get("Location")).toBe("/orders");
  expect((await root(signedIn.args)).toasts).toEqual([]);
  const next = await open(`${SITE}/orders`, { Cookie: `session=${writeProof(proof)}; ${toast}` });
  expect((await root(next.args)).toasts).toMatchObject([{ text: "Account created successfully" }]);
});
