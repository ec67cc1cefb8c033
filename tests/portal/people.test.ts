import { Client } from "@stomp/stompjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { encodeId } from "~/paths";
import { freshCode } from "../support/authenticator";
import { aFile, jpegBytes, pngBytes } from "../support/fileBytes";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { until } from "../support/until";

const HINT = "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
const NEW_PASSWORD = "Changed#2027";
const MINUTE = 60_000;

let portal: RunningPortal;
let superAdmin: string;
let manager: string;
let customer: string;
beforeAll(async () => {
  portal = await startPortal();
  [superAdmin, manager, customer] = (await Promise.all(
    ["superadmin", "manager", "customer"].map(async (name) => (await portal.tokens(`${name}@example.com`)).jwtToken),
  )) as [string, string, string];
}, 240_000);
afterAll(() => portal?.remove());

let serial = 0;
/** A new customer: address, bearer and page cookie. */
async function aPerson() {
  const email = `person${++serial}.${crypto.randomUUID().slice(0, 6)}@example.com`;
  const made = await portal.api("POST", "/user/signUp", {
    body: { firstName: "Pat", lastName: "Example", email, password: SEEDED_PASSWORD },
  });
  expect(made.status).toBe(200);
  return {
    id: made.json._id as string,
    email,
    bearer: (await portal.tokens(email)).jwtToken,
    cookie: await portal.cookie(email),
  };
}
/** A new customer with a proven address: the password was set through a mailed link. */
async function aProvenPerson() {
  const person = await aPerson();
  await portal.post("/password/reset", { email: person.email });
  const { text } = await mailTo(person.email, /password/i);
  const link = new URL(/http\S+\/password\/reset\/[\w-]+/.exec(text)![0]).pathname;
  const set = await portal.post(link, { password: SEEDED_PASSWORD, confirmPassword: SEEDED_PASSWORD });
  expect(set.status).toBe(303);
  return { ...person, cookie: await portal.cookie(person.email) };
}
/** A new team account. */
async function aColleague(privileges = "Manager") {
  const email = `colleague${++serial}@example.com`;
  const body = { email, firstName: "Team", lastName: `Number${serial}`, privileges, password: SEEDED_PASSWORD };
  const made = await portal.api("POST", "/admin/create", { bearer: superAdmin, body });
  expect(made.status).toBe(200);
  return { ...body, id: made.json._id as string };
}
const textOf = (answer: { text: string }) => answer.text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const mailTo = async (email: string, subject: RegExp, known = 0) => {
  const found = async () =>
    (await portal.control.mail()).filter((mail) => mail.to === email && subject.test(mail.subject));
  await until(`a mail to ${email}`, async () => (await found()).length > known);
  return (await found())[0]!;
};

test("super admins manage the team over the API, Managers cannot", async () => {
  expect((await portal.api("GET", "/admin/privileges", { bearer: superAdmin })).json).toEqual([
    "SuperAdmin",
    "Manager",
    "Admin",
  ]);
  const found = await portal.api("POST", "/admin/find", { bearer: superAdmin, body: { page: 0, pageSize: 100 } });
  expect(found.json.content.map((one: { email: string }) => one.email)).toEqual(
    expect.arrayContaining(["superadmin@example.com", "manager@example.com", "admin@example.com"]),
  );
  expect(Object.keys(found.json.content[0]).sort()).toEqual([
    "_id",
    "awayUntil",
    "email",
    "firstName",
    "lastName",
    "privileges",
    "version",
  ]);
  for (const [method, path] of [
    ["POST", "/admin/find"],
    ["GET", "/admin/privileges"],
    ["POST", "/admin/create"],
    ["POST", "/admin/update"],
    ["POST", "/admin/delete"],
  ] as const)
    for (const bearer of [manager, customer])
      expect((await portal.api(method, path, { bearer, body: method === "POST" ? {} : undefined })).status).toBe(403);

  const { id, password: _, ...colleague } = await aColleague();
  const { jwtToken } = await portal.tokens(colleague.email);
  expect(
    (
      await portal.api("POST", "/admin/update", {
        bearer: superAdmin,
        body: { ...colleague, role: "CUSTOMER", firstName: "Other" },
      })
    ).json,
  ).toMatchObject({ _id: id, firstName: "Other", version: 2 });
  // Without a new password the sessions continue.
  expect((await portal.api("GET", "/user/detail", { bearer: jwtToken })).json).toMatchObject({ role: "ADMIN" });
  const stale = await portal.api("POST", "/admin/update", { bearer: superAdmin, body: { ...colleague, version: 1 } });
  expect([stale.status, stale.json.message]).toEqual([
    409,
    "This record was changed by someone else. Please reload and try again.",
  ]);
  const cookie = await portal.cookie(colleague.email);
  await portal.api("POST", "/admin/update", { bearer: superAdmin, body: { ...colleague, password: NEW_PASSWORD } });
  expect((await portal.api("GET", "/user/detail", { bearer: jwtToken })).status).toBe(401);
  expect((await portal.get("/", { Cookie: cookie })).location).toBe("/signin");
  await mailTo(colleague.email, /password of your account was changed/);

  const again = await portal.tokens(colleague.email, NEW_PASSWORD);
  const page = await portal.cookie(colleague.email, NEW_PASSWORD);
  expect(
    (await portal.api("POST", "/admin/delete", { bearer: superAdmin, body: { email: colleague.email } })).status,
  ).toBe(200);
  expect((await portal.api("GET", "/user/detail", { bearer: again.jwtToken })).status).toBe(401);
  expect((await portal.get("/", { Cookie: page })).location).toBe("/signin");
  const gone = await portal.api("POST", "/admin/delete", { bearer: superAdmin, body: { email: colleague.email } });
  expect([gone.status, gone.json.message]).toEqual([404, "This team account does not exist"]);
});

test("page and API refuse to delete the last super admin and oneself", async () => {
  const body = { email: "superadmin@example.com" };
  const gone = await portal.api("POST", "/admin/delete", { bearer: superAdmin, body });
  expect([gone.status, gone.json.message]).toEqual([409, "You cannot delete your own account"]);
  const { json: me } = await portal.api("GET", "/user/detail", { bearer: superAdmin });
  const lowered = { ...body, firstName: "D", lastName: "W", privileges: "MANAGER" };
  const answer = await portal.api("POST", "/admin/update", { bearer: superAdmin, body: lowered });
  expect([answer.status, answer.json.fieldErrors]).toEqual([
    409,
    { privileges: ["You cannot change your own privileges"] },
  ]);
  const Cookie = await portal.cookie("superadmin@example.com");
  const page = await portal.post(`/teams/${encodeId(me._id)}/delete`, { version: String(me.version) }, { Cookie });
  expect([page.status, textOf(page).includes("You cannot delete your own account")]).toEqual([409, true]);
  const low = await portal.post(`/teams/${encodeId(me._id)}`, { ...lowered, version: String(me.version) }, { Cookie });
  expect([low.status, textOf(low).includes("You cannot change your own privileges")]).toEqual([409, true]);
});

test.each([
  [
    {},
    [
      "Email is required",
      "First name is required",
      "Last name is required",
      "Privilege is required",
      "Password is required",
    ],
  ],
  [{ email: "nobody" }, ["Please provide a valid email"]],
  [{ password: "weak" }, [HINT]],
  [
    { email: "customer@example.com", firstName: "A", lastName: "B", privileges: "Admin", password: NEW_PASSWORD },
    ["User Already exists"],
  ],
])("team dialog %j: page and API show the same messages", async (body: Record<string, string>, words) => {
  const api = await portal.api("POST", "/admin/create", { bearer: superAdmin, body });
  const Cookie = await portal.cookie("superadmin@example.com");
  const page = await portal.post("/teams/new", body, { Cookie });
  expect([api.status, page.status]).toEqual(words[0] === "User Already exists" ? [409, 409] : [400, 400]);
  for (const word of words) {
    expect(JSON.stringify(api.json.fieldErrors)).toContain(word);
    expect(textOf(page)).toContain(word);
  }
  if (body.email) expect(textOf(page)).toContain(`value="${body.email}"`);
  if (body.password) expect(page.text).not.toContain(`"${body.password}"`);
});

test("page and API show the profile's messages and save it", async () => {
  const person = await aPerson();
  const Cookie = person.cookie;
  const required = [
    "First name is required",
    "Last name is required",
    "Address is required",
    "City is required",
    "Country is required",
    "Postal/Zip Code is required",
    "Phone is required",
  ];
  // The page has a section of its own for the password.
  const send = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return portal.ask("POST", `/profile?form=${fields.password ? "password" : "details"}`, {
      body: form,
      headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
    });
  };
  const details = {
    firstName: "Ada",
    lastName: "Lovelace",
    address: "1 Main Street",
    city: "London",
    country: "United Kingdom",
    zipCode: "N1",
    phoneNo: "+44 20",
  };
  for (const [body, words] of [
    [{}, required],
    [{ ...details, password: "weak", currentPassword: SEEDED_PASSWORD }, [HINT]],
    [{ ...details, password: NEW_PASSWORD }, ["Current password is required"]],
    [{ ...details, phoneNo: "", password: NEW_PASSWORD }, ["Phone is required", "Current password is required"]],
    [{ ...details, password: NEW_PASSWORD, currentPassword: "Wrong#2026" }, ["The current password is incorrect"]],
    [{ ...details, country: "Atlantis" }, ["Choose a country from the list"]],
  ] as [Record<string, string>, string[]][]) {
    const api = await portal.api("POST", "/user/update", { bearer: person.bearer, body });
    const page = await send(body);
    expect([api.status, page.status]).toEqual([400, 400]);
    for (const word of words) {
      expect(JSON.stringify(api.json.fieldErrors)).toContain(word);
      if (!body.password || word !== "Phone is required") expect(textOf(page)).toContain(word);
    }
    if (body.city && !body.password) expect(page.text).toContain('value="London"');
    expect(page.text).not.toContain(NEW_PASSWORD);
  }
  const forged = {
    role: "ADMIN",
    privileges: "SuperAdmin",
    affiliateCode: "MINE",
    userStatus: "ACTIVE",
    email: "x@example.com",
  };
  // Sends the user as read: without a state the field is absent.
  const read = await portal.api("GET", "/user/detail", { bearer: person.bearer });
  const sent = { ...read.json, ...details, ...forged };
  expect(sent).toMatchObject({ state: null, photoUrl: null });
  const saved = await portal.api("POST", "/user/update", { bearer: person.bearer, body: sent });
  expect(saved.json).toMatchObject({
    ...details,
    message: "Profile updated successfully",
    role: "CUSTOMER",
    privileges: null,
    affiliateCode: null,
    userStatus: "LEAD",
    email: person.email,
  });
  expect(saved.json).not.toHaveProperty("jwtToken");
  const done = await send({ ...details, formOwner: person.id, city: "Paris", version: String(saved.json.version) });
  expect([done.status, done.location, decodeURIComponent(done.cookies.join())]).toEqual([
    303,
    "/profile",
    expect.stringContaining("Profile updated successfully"),
  ]);
  const stale = await send({ ...details, city: "Rome", version: String(saved.json.version) });
  expect([stale.status, stale.text.includes('value="Rome"')]).toEqual([409, true]);
  expect(textOf(stale)).toContain("This record was changed by someone else. Please reload and try again.");
  // A tab of another account, opened before an impersonation began or ended.
  const foreign = await send({ ...details, city: "Rome", formOwner: "somebody-else" });
  expect([foreign.status, foreign.text.includes('value="Rome"')]).toEqual([409, true]);
  expect(textOf(foreign)).toContain(
    `This page was opened by another account, and you are now signed in as ${person.email}`,
  );

  // On the page the response carries the new session's cookie, and every other session ends.
  const changed = await send({
    ...details,
    password: NEW_PASSWORD,
    currentPassword: SEEDED_PASSWORD,
    version: String(saved.json.version + 1),
  });
  const fresh = changed.cookies.find((one) => one.startsWith("session="))!;
  expect((await portal.get("/profile", { Cookie: fresh })).status).toBe(200);
  expect((await portal.get("/profile", { Cookie })).status).toBe(303);
  expect((await portal.api("GET", "/user/detail", { bearer: person.bearer })).status).toBe(401);
  // The API returns new tokens.
  const { jwtToken } = await portal.tokens(person.email, NEW_PASSWORD);
  const back = await portal.api("POST", "/user/update", {
    bearer: jwtToken,
    body: { ...details, password: SEEDED_PASSWORD, currentPassword: NEW_PASSWORD },
  });
  expect((await portal.api("GET", "/user/detail", { bearer: jwtToken })).status).toBe(401);
  expect((await portal.api("GET", "/user/detail", { bearer: back.json.jwtToken })).status).toBe(200);
});

test("a photo must be a JPEG, and only its owner can use it", async () => {
  const person = await aPerson();
  const upload = (bytes: Uint8Array<ArrayBuffer>, bearer = person.bearer) => {
    const body = new FormData();
    body.set("file", aFile(bytes, "me.jpg"));
    return portal.api("POST", "/user/upload/image", { bearer, body });
  };
  expect([(await upload(pngBytes())).status, (await upload(new Uint8Array(6 * 1024 * 1024))).status]).toEqual([
    400, 400,
  ]);
  const { url } = (await upload(jpegBytes())).json;
  const details = {
    firstName: "Ada",
    lastName: "L",
    address: "1",
    city: "C",
    country: "Norway",
    zipCode: "1",
    phoneNo: "1",
  };
  const stranger = await aPerson();
  for (const photoUrl of [url, "https://evil.example/a.jpg", "/files/nothing"]) {
    const answer = await portal.api("POST", "/user/update", {
      bearer: stranger.bearer,
      body: { ...details, photoUrl },
    });
    expect([answer.status, Object.keys(answer.json.fieldErrors)]).toEqual([400, ["photoUrl"]]);
  }
  const saved = await portal.api("POST", "/user/update", {
    bearer: person.bearer,
    body: { ...details, photoUrl: url },
  });
  expect(saved.json.photoUrl).toBe(url);
  expect((await portal.get("/", { Cookie: person.cookie })).text).toContain(`class="avatar" src="${url}"`);
  expect((await portal.ask("GET", url, { bearer: person.bearer })).status).toBe(200);
  expect((await portal.ask("GET", url, { bearer: manager })).status).toBe(200);
  expect((await portal.ask("GET", url, { bearer: stranger.bearer })).status).toBe(404);
  expect((await portal.get(url)).status).toBe(404);
});

test("another user's session and notification are not found and stay", async () => {
  const [person, stranger] = [await aPerson(), await aPerson()];
  const [, theirs] = /session=([0-9A-Z]{26})/.exec(person.cookie) ?? [];
  const ended = await portal.post("/profile?form=sessions", { session: theirs! }, { Cookie: stranger.cookie });
  expect(ended.status).toBe(404);
  await portal.post("/profile?form=sessions", { elsewhere: "yes" }, { Cookie: stranger.cookie });
  expect((await portal.get("/profile", { Cookie: person.cookie })).status).toBe(200);
  expect((await portal.api("GET", "/user/detail", { bearer: stranger.bearer })).status).toBe(401);
  const [notification] = (await portal.api("GET", "/notification", { bearer: superAdmin })).json;
  const marked = await portal.api("PUT", `/notification?id=${notification._id}`, { bearer: person.bearer });
  expect(marked.status).toBe(404);
  expect((await portal.post("/profile?form=other", {}, { Cookie: person.cookie })).status).toBe(400);
});

test("only the author edits and deletes a team note", async () => {
  const { id } = await aPerson();
  const client = `/clients/${encodeId(id)}`;
  const [author, other] = [await portal.cookie("admin@example.com"), await portal.cookie("manager@example.com")];
  await portal.post(`${client}/notes/new`, { body: "Prefers calls." }, { Cookie: author });
  const shown = (await portal.get(client, { Cookie: author })).text;
  const [note] = /\/clients\/[\w-]+\/notes\/(?!new)[\w-]+/.exec(shown)!;
  for (const [path, refused] of [
    [note, 403],
    [`${note}/delete`, 404],
  ] as const) {
    expect((await portal.get(path, { Cookie: other })).status).toBe(404);
    expect((await portal.post(path, { body: "Mine." }, { Cookie: other })).status).toBe(refused);
  }
  expect((await portal.get(client, { Cookie: other })).text).toContain("Prefers calls.");
  expect((await portal.post(`${note}/delete`, {}, { Cookie: author })).status).toBe(303);
});

test("submitting a form twice without script creates one note", async () => {
  const { id } = await aPerson();
  const Cookie = await portal.cookie("manager@example.com");
  const client = `/clients/${encodeId(id)}`;
  const { text } = await portal.get(`${client}/notes/new`, { Cookie });
  const [, formKey] = /name="formKey"[^>]* value="([^"]+)"/.exec(text.slice(text.indexOf('id="note"')))!;
  const press = () => portal.post(`${client}/notes/new`, { body: "Calls on Mondays.", formKey: formKey! }, { Cookie });
  for (const { status, location } of await Promise.all([press(), press()]))
    expect([status, location]).toEqual([303, client]);
  const shown = (await portal.get(client, { Cookie })).text;
  expect(shown.match(/<[^>]+>Calls on Mondays\.</g)).toHaveLength(1);
});

interface FoundOrder {
  _id: string;
  orderId: number;
  serviceId: string;
  clientId: string;
}
const ordersThatAre = async (status: string): Promise<FoundOrder[]> => {
  const filterFields = [{ key: "status", searchOperation: "eq", value: status }];
  return (await portal.api("POST", "/order/find", { bearer: manager, body: { pageSize: 100, filterFields } })).json
    .content;
};

test("unpaid orders cannot move, and the page says so before the search", async () => {
  const [paidOnes, unpaidOnes] = await Promise.all([ordersThatAre("Active"), ordersThatAre("Abandoned_Checkout")]);
  const ofOne = (clientId: string) => paidOnes.find((one) => one.clientId === clientId);
  const unpaid = unpaidOnes.find(({ clientId }) => ofOne(clientId))!;
  const paid = ofOne(unpaid.clientId)!;
  const Cookie = await portal.cookie("manager@example.com");
  const dialog = async (...ids: string[]) =>
    (
      await portal.get(
        `/clients/${encodeId(paid.clientId)}/move?${new URLSearchParams(ids.map((id) => ["order", id]))}`,
        {
          Cookie,
        },
      )
    ).text.replaceAll("<!-- -->", "");
  const both = await dialog(paid._id, unpaid._id);
  expect(both).toContain(`#${unpaid.orderId} stays: it is not paid`);
  expect(both.match(/name="order" value="[^"]+"/g)).toEqual([`name="order" value="${paid._id}"`]);
  expect(await dialog(unpaid._id)).toContain("Only paid orders can be moved");
  expect(await dialog()).toContain("Select at least one order");
});

test("a refused form keeps the selected client without script", async () => {
  const other = await aPerson();
  const order = (await ordersThatAre("Active"))[0]!;
  const headers = { Cookie: await portal.cookie("manager@example.com") };
  const typed = { clientSearch: other.email, clientId: other.id };
  for (const [path, fields] of [
    [`/orders/new?serviceId=${order.serviceId}`, { serviceId: order.serviceId, intent: "create" }],
    // Nothing moves because the order belongs to another client.
    [`/clients/${encodeId(order.clientId)}/move?order=${order._id}`, { order: `${order._id}-gone`, intent: "move" }],
  ] as [string, Record<string, string>][]) {
    const refused = await portal.post(path, { ...typed, ...fields }, headers);
    expect([path, refused.status >= 400 && refused.status < 500]).toEqual([path, true]);
    const inputs = refused.text.match(/<input[^>]*>/g) ?? [];
    const named = (name: string) => inputs.filter((input) => input.includes(`name="${name}"`)).join();
    expect(named("clientSearch")).toContain(`value="${other.email}"`);
    expect(named("clientId")).toContain(`value="${other.id}"`);
    expect(named("clientId")).toContain("checked");
  }
});

test("signing out clears the checkout input typed before signing in", async () => {
  const person = await aPerson();
  const [service] = (await portal.api("GET", "/service/visible", { bearer: person.bearer })).json;
  const checkout = `/services/${encodeId(service._id)}/checkout`;
  const typed = { intent: "sign-in", "billingAddress.address": "7 Heron Street" };
  const [draft] = (await portal.post(checkout, typed)).cookies;
  expect((await portal.get(checkout, { Cookie: `${person.cookie}; ${draft}` })).text).toContain("7 Heron Street");
  const out = await portal.post("/logout", {}, { Cookie: `${person.cookie}; ${draft}` });
  expect([out.location, out.cookies]).toEqual(["/signin", expect.arrayContaining(["session=", "checkout="])]);
});

test("two-factor sign-in keeps the challenge and way back in a cookie", async () => {
  const person = await aProvenPerson();
  const setUp = await portal.get("/profile/two-factor", { Cookie: person.cookie });
  const [, setup] = /name="setup" value="([^"]+)"/.exec(setUp.text) ?? [];
  const [, spaced] = /<code class="secret-text">([^<]+)</.exec(setUp.text) ?? [];
  expect(setUp.text).toContain('aria-label="QR code for your authenticator app"');
  const enable = (code: string) =>
    portal.post("/profile/two-factor", { intent: "enable", setup: setup!, code }, { Cookie: person.cookie });
  const wrong = await enable("000000");
  expect([
    wrong.status,
    wrong.text.includes(spaced!),
    textOf(wrong).includes("This code is not valid. Please try again."),
  ]).toEqual([400, true, true]);
  const on = await enable(await freshCode(portal.control, spaced!));
  const recovery = [...on.text.matchAll(/<li><code>([a-z2-9-]{27})<\/code>/g)].map((match) => match[1]!);
  expect([on.status, recovery.length]).toEqual([200, 10]);
  expect((await portal.get("/profile/two-factor", { Cookie: person.cookie })).text).not.toContain(recovery[0]!);

  const first = await portal.post("/signin", {
    email: person.email,
    password: SEEDED_PASSWORD,
    redirectUrl: "/orders?page=2",
  });
  expect([first.status, first.location]).toEqual([303, "/signin/code?redirectUrl=%2Forders%3Fpage%3D2"]);
  expect(first.headers.getSetCookie().join()).toMatch(
    /challenge=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600/,
  );
  expect(first.cookies.some((cookie) => cookie.startsWith("session="))).toBe(false);
  const challenge = first.cookies.find((cookie) => cookie.startsWith("challenge="))!;
  expect((await portal.get("/orders", { Cookie: challenge })).location).toContain("/signin");
  const code = (typed: string, Cookie = challenge, redirectUrl = "/orders?page=2") =>
    portal.post("/signin/code", { code: typed, redirectUrl }, { Cookie });
  const refused = await code("123");
  expect([refused.status, textOf(refused).includes("This code is not valid. Please try again.")]).toEqual([401, true]);
  expect(textOf(await code(""))).toContain("Enter the code from your authenticator app");
  const inside = await code(await freshCode(portal.control, spaced!));
  expect([inside.status, inside.location]).toEqual([303, "/orders?page=2"]);
  expect(
    (await portal.get("/orders", { Cookie: inside.cookies.find((one) => one.startsWith("session="))! })).status,
  ).toBe(200);
  const used = await code(recovery[1]!);
  expect([used.status, textOf(used).includes("This sign-in has expired. Please sign in again.")]).toEqual([401, true]);

  // A hostile way back leads home, and the challenge expires after ten minutes.
  const second = await portal.post("/signin", {
    email: person.email,
    password: SEEDED_PASSWORD,
    redirectUrl: "//evil.example",
  });
  expect(second.location).toBe("/signin/code");
  const held = second.cookies.find((cookie) => cookie.startsWith("challenge="))!;
  expect((await code(recovery[2]!, held, "//evil.example")).location).toBe("/");
  const third = await portal.post("/signin", { email: person.email, password: SEEDED_PASSWORD });
  await portal.control.moveClock({ advanceMs: 10 * MINUTE });
  const late = await portal.get("/signin/code", { Cookie: third.cookies.find((one) => one.startsWith("challenge="))! });
  expect(textOf(late)).toContain("This sign-in has expired. Please sign in again.");

  const api = await portal.api("POST", "/user/signIn", { body: { email: person.email, password: SEEDED_PASSWORD } });
  expect([api.status, api.json]).toMatchObject([
    401,
    { message: "Enter the code from your authenticator app", fieldErrors: { code: expect.anything() } },
  ]);
  const withCode = { email: person.email, password: SEEDED_PASSWORD, code: await freshCode(portal.control, spaced!) };
  expect((await portal.api("POST", "/user/signIn", { body: withCode })).status).toBe(200);
  expect((await portal.api("POST", "/user/signIn", { body: withCode })).status).toBe(401);
});

test("only a super admin removes a lost second factor", async () => {
  const person = await aProvenPerson();
  const colleague = await aColleague();
  const colleagueCookie = await portal.cookie(colleague.email);
  for (const Cookie of [person.cookie, colleagueCookie]) {
    const { text } = await portal.get("/profile/two-factor", { Cookie });
    const [, setup] = /name="setup" value="([^"]+)"/.exec(text) ?? [];
    const [, secret] = /<code class="secret-text">([^<]+)</.exec(text) ?? [];
    const fields = { intent: "enable", setup: setup!, code: await freshCode(portal.control, secret!) };
    expect((await portal.post("/profile/two-factor", fields, { Cookie })).status).toBe(200);
  }
  const client = `/clients/${encodeId(person.id)}/two-factor`;
  const ofTeam = `/teams/${encodeId(colleague.id)}/two-factor`;
  const signedInBy = async ({ email }: { email: string }) =>
    (await portal.post("/signin", { email, password: SEEDED_PASSWORD })).cookies.some((one) =>
      one.startsWith("session="),
    );
  for (const Cookie of [person.cookie, colleagueCookie, await portal.cookie("admin@example.com")])
    for (const path of [client, ofTeam]) {
      expect([
        (await portal.get(path, { Cookie })).status,
        (await portal.post(path, {}, { Cookie })).status,
      ]).not.toContain(200);
      expect(await signedInBy(person)).toBe(false);
    }
  const Cookie = await portal.cookie("superadmin@example.com");
  expect(textOf(await portal.get(`/clients/${encodeId(person.id)}`, { Cookie }))).toContain(client);
  expect(textOf(await portal.get("/teams", { Cookie }))).toContain(ofTeam);
  // Each page accepts its own kind of account only.
  for (const path of [`/clients/${encodeId(colleague.id)}/two-factor`, `/teams/${encodeId(person.id)}/two-factor`])
    expect([(await portal.get(path, { Cookie })).status, (await portal.post(path, {}, { Cookie })).status]).toEqual([
      404, 404,
    ]);
  for (const [path, who, back] of [
    [client, person, `/clients/${encodeId(person.id)}`],
    [ofTeam, colleague, "/teams"],
  ] as const) {
    expect(textOf(await portal.get(path, { Cookie }))).toContain("asked for this.");
    expect(await portal.post(path, {}, { Cookie })).toMatchObject({ status: 303, location: back });
    expect(await signedInBy(who)).toBe(true);
    expect(textOf(await portal.get(back, { Cookie }))).not.toContain(path);
    expect((await mailTo(who.email, /turned off two-factor sign-in/)).text).toContain("If this was not you");
  }
  expect((await portal.get("/orders", { Cookie: person.cookie })).location).toContain("/signin");
});

test("a sign-in link works once and gives every address the same answer", async () => {
  const person = await aPerson();
  const ask = (email: string, redirectUrl = "/orders") => portal.post("/signin/link", { email, redirectUrl });
  const [known, unknown] = [await ask(person.email), await ask("nobody@example.com")];
  expect([known.status, known.location]).toEqual([unknown.status, unknown.location]);
  expect(known.location).toBe("/signin/link?sent=1&redirectUrl=%2Forders");
  expect(textOf(await ask("no address"))).toContain("Please provide a valid email");
  expect(textOf(await ask(""))).toContain("Email is required");
  const link = async (known = 0) => {
    const mail = await mailTo(person.email, /^Sign in to/, known);
    return new URL(/http\S+\/signin\/link\/[\w-]+/.exec(mail.text)![0]).pathname;
  };
  const first = await link();
  const opened = await portal.get(first);
  expect([opened.status, opened.headers.get("Referrer-Policy"), opened.headers.get("Cache-Control")]).toEqual([
    200,
    "same-origin",
    expect.stringContaining("no-store"),
  ]);
  expect(opened.cookies).toEqual([]);
  await ask(person.email, "//evil.example");
  const second = await link(1);
  expect(textOf(await portal.post(first, {}))).toContain("This link is no longer valid. Please request a new one.");
  // Another browser than the one that requested it.
  expect((await portal.post(second, {})).status).toBe(400);
  const inside = await portal.post(second, { email: person.email });
  // The hostile way back is dropped.
  expect([inside.status, inside.location]).toEqual([303, "/"]);
  expect(inside.cookies.some((cookie) => cookie.startsWith("session="))).toBe(true);
  expect((await portal.post(second, { email: person.email })).status).toBe(400);
  const foreign = await portal.ask("POST", second, {
    body: "",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site" },
  });
  expect(foreign.status).toBe(403);
});

test("a locked owner gets in by the mail, without script", async () => {
  const { email } = await aPerson();
  const Away = { "CF-Connecting-IP": "203.0.113.77" };
  const guess = () => portal.post("/signin", { email, password: "Wrong#2026" }, Away);
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  const { text } = await mailTo(email, /too many failed sign-ins/);
  const page = new URL(/http\S+\/signin\/locked\/[\w/-]+/.exec(text)![0]).pathname;
  const opened = await portal.get(page, Away);
  expect([opened.status, opened.headers.get("Referrer-Policy"), opened.cookies]).toEqual([200, "same-origin", []]);
  const other = await portal.post(page, { email: "other@example.com" }, Away);
  expect([other.status, other.text.includes('value="other@example.com"')]).toEqual([400, true]);
  expect(textOf(other)).toContain("This link is for another email address.");
  const sent = await portal.post(page, { email }, Away);
  expect([sent.status, sent.location]).toEqual([303, "/signin/link?sent=1"]);
  const Cookie = sent.cookies.find((cookie) => cookie.startsWith("link="))!;
  const mail = await mailTo(email, /^Sign in to/);
  const inside = await portal.post(
    new URL(/http\S+\/signin\/link\/[\w-]+/.exec(mail.text)![0]).pathname,
    {},
    { Cookie },
  );
  expect([inside.status, inside.cookies.some((cookie) => cookie.startsWith("session="))]).toEqual([303, true]);
  expect(textOf(await portal.get(`${page}x`, Away))).toContain("This link is no longer valid.");
});

/** A real STOMP client of this user; resolves once subscribed. */
async function listening(headers: Record<string, string>) {
  const heard = { messages: [] as string[], closes: [] as number[], connects: 0 };
  const client = new Client({
    webSocketFactory: () =>
      new WebSocket(`${portal.base.replace("http", "ws")}/our-websocket`, ["v12.stomp", "v11.stomp"], {
        headers,
      }) as never,
    reconnectDelay: 0,
    heartbeatIncoming: 4000,
    heartbeatOutgoing: 4000,
    onWebSocketClose: ({ code }) => void heard.closes.push(code),
    onConnect: () => {
      client.watchForReceipt("subscribed", () => heard.connects++);
      client.subscribe(
        "/user/notify/message",
        (message) => void heard.messages.push(JSON.parse(message.body).description),
        {
          receipt: "subscribed",
        },
      );
    },
  });
  client.activate();
  await until("the subscription", () => heard.connects > 0);
  return { ...heard, heard, stop: () => client.deactivate({ force: true }) };
}

test("a live connection gets own messages and ends with the account", async () => {
  const colleague = await aColleague("SuperAdmin");
  const { jwtToken } = await portal.tokens(colleague.email);
  const cookie = await portal.cookie(colleague.email);
  const person = await aPerson();
  const byBearer = await listening({ Authorization: `Bearer ${jwtToken}` });
  const byCookie = await listening({ Cookie: cookie, Origin: portal.siteUrl });
  const foreign = await listening({ Authorization: `Bearer ${person.bearer}` });
  const name = `Live${serial}`;
  await portal.api("POST", "/user/signUp", {
    body: { firstName: name, lastName: "News", email: `${name}@example.com`, password: SEEDED_PASSWORD },
  });
  const news = `${name} News signed up`;
  await until("the news", () => [byBearer, byCookie].every(({ heard }) => heard.messages.includes(news)));
  expect(foreign.heard.messages).toEqual([]);
  await portal.api("POST", "/admin/delete", { bearer: superAdmin, body: { email: colleague.email } });
  await until("both sockets closed", () => [byBearer, byCookie].every(({ heard }) => heard.closes.length > 0));
  expect([...byBearer.heard.closes, ...byCookie.heard.closes]).toEqual([1008, 1008]);
  await Promise.all([byBearer, byCookie, foreign].map(({ stop }) => stop()));
});

test("preferences limit mails: none, one per burst, none for read items", async () => {
  const person = await aPerson();
  const Cookie = person.cookie;
  const page = await portal.get("/profile", { Cookie });
  expect(textOf(page)).toContain("A report is ready");
  expect(textOf(page)).not.toContain("A new client signs up");
  const refused = await portal.post("/profile?form=notices", { message: "pigeon" }, { Cookie });
  expect([refused.status, textOf(refused).includes("Choose one of the options")]).toEqual([400, true]);
  const saved = await portal.post("/profile?form=notices", { message: "none", newClient: "none" }, { Cookie });
  expect([saved.status, saved.location]).toEqual([303, "/profile"]);
  expect((await portal.get("/profile", { Cookie })).text).toMatch(
    /name="message"[^>]*>.*?<option value="none" selected="">/s,
  );
});

test("a live impersonation over the API ends with its 60-minute token", async () => {
  const bearer = (await portal.tokens("superadmin@example.com")).jwtToken;
  const client = (
    await portal.api("GET", "/user/detail", { bearer: (await portal.tokens("customer@example.com")).jwtToken })
  ).json;
  const [order] = (
    await portal.api("POST", "/order/find", {
      bearer,
      body: { page: 0, pageSize: 5, filterFields: [{ key: "clientId", searchOperation: "eq", value: client._id }] },
    })
  ).json.content;
  const { jwtToken } = (await portal.api("GET", `/user/token/${client._id}`, { bearer })).json;
  const acting = await listening({ Authorization: `Bearer ${jwtToken}` });
  await portal.control.moveClock({ advanceMs: 60 * MINUTE });
  const sent = await portal.api("POST", "/order/messages", {
    bearer: (await portal.tokens("superadmin@example.com")).jwtToken,
    body: { orderId: order._id, body: "For the client alone", messageType: "Customer" },
  });
  expect(sent.status).toBe(200);
  await until("the closed socket", () => acting.heard.closes.length > 0);
  expect([acting.heard.messages, acting.heard.closes]).toEqual([[], [1008]]);
  await acting.stop();
});
