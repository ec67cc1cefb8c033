import type { ActionFunction } from "@remix-run/cloudflare";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { encodeId } from "~/paths";
import { action as signIn } from "../../app/routes/_account.signin";
import { action as signUp } from "../../app/routes/_account.signup";
import { action as addCoupon } from "../../app/routes/_app.coupons.new";
import { action as orderPage } from "../../app/routes/_app.orders.$orderId";
import { action as addPackage } from "../../app/routes/_app.services.$serviceId.packages.new";
import { action as checkout } from "../../app/routes/_open.services.$serviceId.checkout";
import { action as preferences } from "../../app/routes/preferences";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aService, aStaffMember } from "../support/factories";
import { aPortal, SITE } from "../support/portal";
import { actingAs, anonymous, memoryFiles, testContext } from "../support/testContext";

/** How often the form library parsed field names. */
const parsed = vi.hoisted(() => ({ times: 0 }));
vi.mock("@conform-to/zod/v4", async (load) => {
  const real = await load<typeof import("@conform-to/zod/v4")>();
  return {
    ...real,
    parseWithZod: (...given: Parameters<typeof real.parseWithZod>) => {
      parsed.times++;
      return real.parseWithZod(...given);
    },
  };
});

let database: TestDatabase;
let serviceId: string;
let staff: Parameters<typeof actingAs>[0];
beforeAll(async () => {
  database = await openTestDatabase();
  serviceId = (await aService(database.db)).service.id;
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
});
beforeEach(() => {
  parsed.times = 0;
});
afterAll(() => database.dispose());

const URLENCODED = "application/x-www-form-urlencoded";
const doors: [name: string, action: ActionFunction, who: "nobody" | "staff", query?: string][] = [
  ["sign-in", signIn, "nobody"],
  ["sign-up", signUp, "nobody"],
  ["checkout", checkout, "nobody"],
  ["order message", orderPage, "staff", "?do=message"],
  ["order page", orderPage, "staff"],
  ["coupon", addCoupon, "staff"],
  ["package", addPackage, "staff"],
  ["preferences", preferences, "nobody"],
];

/** Posts to an action and returns its response, returned or thrown. Rethrows faults. */
async function post([, action, who, query = ""]: (typeof doors)[number], body: string, type = URLENCODED) {
  const request = new Request(`${SITE}/${query}`, { method: "POST", body, headers: { "Content-Type": type } });
  const actor = who === "staff" ? actingAs(staff) : anonymous;
  const portal = aPortal(testContext(database.db, actor, { files: memoryFiles() }), request);
  const params = { serviceId: encodeId(serviceId), orderId: encodeId("no-such-order") };
  const work = Promise.resolve(action({ request, params, context: { portal } } as never));
  const response = (await work.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  })) as Response;
  const text = await response.text();
  return { status: response.status, text, answer: text.startsWith("{") ? JSON.parse(text) : null };
}

const part = (name: string, rest = "") =>
  `--abc\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\nfoo\r\n--abc--\r\n`;
const many = (count: number) => Array(count).fill("email=").join("&");
const intent = (payload: object, type = "update") =>
  `__intent__=${encodeURIComponent(JSON.stringify({ type, payload }))}`;

const MULTIPART = "multipart/form-data; boundary=abc";
const UNREADABLE = "This form cannot be read. Please reload the page and try again.";
const TORN = "The form did not arrive complete. Please try again.";
const refused: [what: string, message: string, body: string, type?: string][] = [
  ["a row far beyond the limit", UNREADABLE, "email[9999999].a=1"],
  ["a row beyond every list", UNREADABLE, "email[4294967294]=1"],
  ["row 1,000", UNREADABLE, "email[1000]=1"],
  ["many lists of many rows", UNREADABLE, Array.from({ length: 6 }, (_, n) => `a[${n}].b[999]=1`).join("&")],
  ["one name sixty thousand times", UNREADABLE, many(60_000)],
  ["a name with 20,000 dots", UNREADABLE, `email${".a".repeat(20_000)}=1`],
  ["a prototype name", UNREADABLE, "password.__proto__.x=1"],
  ["a list without an index", UNREADABLE, "password[]=1"],
  [
    "more text than the limit",
    "The form is larger than 2 MB. Please shorten what it holds.",
    `a=${"x".repeat(2 ** 21)}`,
  ],
  ["no boundary", TORN, "x", "multipart/form-data"],
  ["a truncated part", TORN, '--abc\r\nContent-Disposition: form-data; name="email"\r\n\r\nfoo', MULTIPART],
  ["no parts", TORN, "garbage", MULTIPART],
];

test.each(
  doors.flatMap((door) =>
    refused.map(([what, message, body, type]) => ({ door, page: door[0], what, message, body, type })),
  ),
)("$page: answers 400 to $what before parsing it", async (one) => {
  const { status, text } = await post(one.door, one.body, one.type);
  expect([status, parsed.times]).toEqual([400, 0]);
  expect(text).toContain(one.message);
});

// Control fields in a shape that our forms never send are ignored.
test.each([
  ["a state that is not JSON", "__state__=notjson", URLENCODED],
  ["a file instead of the state", part("__state__", '; filename="a.txt"'), MULTIPART],
  ["a file instead of an intent", part("__intent__", '; filename="a.txt"'), MULTIPART],
  ["an update far beyond the limit", intent({ name: "email", index: 3_000_000, value: "x" }), URLENCODED],
  ["a removal far beyond the limit", intent({ name: "email", index: 3_000_000 }, "remove"), URLENCODED],
  ["a move far beyond the limit", intent({ name: "email", from: 0, to: 4e9 }, "reorder"), URLENCODED],
  ["an insert far beyond the limit", intent({ name: "email[9999999]" }, "insert"), URLENCODED],
  ["a library intent that no button uses", intent({ name: "", value: "x" }), URLENCODED],
  ["an intent deeper than any row", intent({ name: "a", defaultValue: `${"[".repeat(5000)}` }, "insert"), URLENCODED],
])("%s is ignored, and the form is read without it", async (_, body, type) => {
  for (const door of doors.filter(([name]) => name === "sign-in" || name === "sign-up" || name === "package")) {
    const { status, answer } = await post(door, body, type);
    expect([status, answer.result.status, answer.result.intent]).toEqual([400, "error", undefined]);
    expect(JSON.stringify(answer).length).toBeLessThan(1000);
  }
});

test("an unexpected field never causes a server error", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const odd: [body: string, type?: string][] = [
    ["email=a&email.b=c&email[0]=d&password=x&password[0].y=z"],
    ["email=%00&password=%00%ff%fe&firstName=%00"],
    ["email=%zz%&%=%"],
    [""],
    [part("email", '; filename="a.txt"'), MULTIPART],
    ["__intent__=null"],
    [many(4000)],
    [intent({ name: "email", index: 0 }, "remove")],
  ];
  for (const door of doors)
    for (const [body, type] of odd)
      expect([door[0], body.slice(0, 40), (await post(door, body, type)).status < 500]).toContain(true);
  expect(written.mock.calls).toEqual([]);
});
