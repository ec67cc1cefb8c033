import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "~/domain/accounts/signUp";
import { attributionLabel } from "~/domain/attribution/attributionLabel";
import { clickCookie, readClick } from "~/domain/attribution/clickCookie";
import { clientReferral, selectReferral } from "~/domain/attribution/clientReferral";
import { createClient } from "~/domain/clients/createClient";
import type { Actor, ActorUser } from "~/domain/context";
import { openDb } from "~db/client.server";
import { attributions, users, visits } from "~db/schema";
import { PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;
const VISIT = "01KAJ0000000000000000000AA";
let database: TestDatabase;
let affiliate: ActorUser;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  affiliate = await aCustomer(db, { email: "jo.reed@gmail.com", affiliate: true, affiliateCode: "JO-REED" });
  await aCustomer(db, { affiliate: false, affiliateCode: "FORMER" });
  await aCustomer(db, { affiliate: true, affiliateCode: "DELETED", deletedAt: TEST_NOW - 1 });
  staff = await aStaffMember(db);
  client = await aCustomer(db);
});
afterAll(() => database.dispose());

interface Case {
  name: string;
  code?: string;
  /** Age of the click at the sign-up. */
  ageMs?: number;
  /** Tampers with the signed cookie. */
  cookie?: (genuine: string) => string;
  seen?: () => string;
  actor?: () => Actor;
  email?: string;
  stored: { reason: string; credited?: true; selfReferral?: string; affiliateCode?: string | null };
  words: string;
}

const credit = { reason: "lastClick", credited: true, affiliateCode: "JO-REED" } as const;
const cases: Case[] = [
  {
    name: "a click in the same hour",
    ageMs: 60_000,
    stored: credit,
    words: "The last click was less than a day before the sign-up; clicks count for 90 days",
  },
  {
    name: "a click the day before",
    ageMs: DAY,
    stored: credit,
    words: "The last click was 1 day before the sign-up; clicks count for 90 days",
  },
  {
    name: "the last moment of the window",
    ageMs: 90 * DAY,
    stored: credit,
    words: "The last click was 90 days before the sign-up; clicks count for 90 days",
  },
  {
    name: "one millisecond after the window",
    ageMs: 90 * DAY + 1,
    stored: { reason: "expiredClick", affiliateCode: "JO-REED" },
    words: "The click was 90 days old; clicks count for 90 days",
  },
  {
    name: "a click 94 days old",
    ageMs: 94 * DAY,
    stored: { reason: "expiredClick", affiliateCode: "JO-REED" },
    words: "The click was 94 days old; clicks count for 90 days",
  },
  { name: "no cookie", cookie: () => "", stored: { reason: "noClick" }, words: "Signed up without a referral link" },
  {
    name: "only unrelated cookies",
    cookie: () => "session=a; theme=dark",
    stored: { reason: "noClick" },
    words: "Signed up without a referral link",
  },
  {
    name: "a code other than the signed one",
    cookie: (genuine) => genuine.replace("JO-REED", "SOMEBODY"),
    stored: { reason: "forgedClick" },
    words: "The click was altered or did not come from a referral link",
  },
  {
    name: "a later time than the signed one",
    ageMs: 200 * DAY,
    cookie: (genuine) => genuine.replace(String(TEST_NOW - 200 * DAY), String(TEST_NOW)),
    stored: { reason: "forgedClick" },
    words: "The click was altered or did not come from a referral link",
  },
  {
    name: "no signature",
    cookie: (genuine) => genuine.slice(0, genuine.lastIndexOf(".")),
    stored: { reason: "forgedClick" },
    words: "The click was altered or did not come from a referral link",
  },
  {
    name: "a wrong signature",
    cookie: (genuine) => `${genuine.slice(0, genuine.lastIndexOf("."))}.${"A".repeat(43)}`,
    stored: { reason: "forgedClick" },
    words: "The click was altered or did not come from a referral link",
  },
  {
    name: "a code typed as a cookie",
    cookie: () => "click=JO-REED",
    stored: { reason: "forgedClick" },
    words: "The click was altered or did not come from a referral link",
  },
  {
    name: "an unknown code",
    code: "NOBODYS",
    stored: { reason: "unknownCode", affiliateCode: "NOBODYS" },
    words: "No affiliate had the code NOBODYS at the time of sign-up",
  },
  {
    name: "the code of a deleted account",
    code: "DELETED",
    stored: { reason: "unknownCode", affiliateCode: "DELETED" },
    words: "No affiliate had the code DELETED at the time of sign-up",
  },
  {
    name: "the code of a former affiliate",
    code: "FORMER",
    stored: { reason: "notAnAffiliate", affiliateCode: "FORMER" },
    words: "The owner of the code FORMER was not in the program at the time of sign-up",
  },
  {
    name: "the affiliate's own browser",
    seen: () => affiliate.id,
    stored: { ...credit, selfReferral: "ownLink" },
    words:
      "The last click was 2 days before the sign-up; clicks count for 90 days. Flagged: the link was opened in a browser where the affiliate had signed in",
  },
  {
    name: "another affiliate's browser",
    seen: () => client.id,
    stored: credit,
    words: "The last click was 2 days before the sign-up; clicks count for 90 days",
  },
  {
    name: "the affiliate's mailbox with a plus suffix",
    email: "jo.reed+two@gmail.com",
    stored: { ...credit, selfReferral: "ownEmail" },
    words:
      "The last click was 2 days before the sign-up; clicks count for 90 days. Flagged: the email address is a variant of the affiliate's own",
  },
  {
    name: "the affiliate's Gmail address without dots, in capitals",
    email: "JoReed@GoogleMail.com",
    stored: { ...credit, selfReferral: "ownEmail" },
    words:
      "The last click was 2 days before the sign-up; clicks count for 90 days. Flagged: the email address is a variant of the affiliate's own",
  },
  {
    name: "the same local part at another domain",
    email: "jo.reed@example.com",
    stored: credit,
    words: "The last click was 2 days before the sign-up; clicks count for 90 days",
  },
  {
    name: "a team member signed in",
    actor: () => actingAs(staff),
    stored: { reason: "staffSession", affiliateCode: "JO-REED" },
    words: "Signed up in a browser where a team member was signed in; clicks there do not count",
  },
  {
    name: "an admin acting as a client",
    actor: () => ({ kind: "impersonated", user: client, adminId: staff.id, sessionId: "s" }),
    stored: { reason: "staffSession", affiliateCode: "JO-REED" },
    words: "Signed up in a browser where a team member was signed in; clicks there do not count",
  },
];

const input = (email: string) => ({ firstName: "Ada", lastName: "Example", email, password: PASSWORD });
let serial = 0;

test.each([
  ["UNKNOWN", "JO-REED"],
  ["FORMER", "JO-REED"],
  ["DELETED", "JO-REED"],
  ["UNKNOWN FORMER", "JO-REED"],
  ["UNKNOWN FORMER DELETED", null],
  ["JO-REED", "JO-REED"],
])("a click on %s after a good one leaves it to %s", async (later, credited) => {
  const ctx = testContext(database.db);
  let cookies: string | null = null;
  for (const [n, code] of ["JO-REED", ...later.split(" ")].entries()) {
    const click = { id: `01KAJ000000000000000000CC${n}`, affiliateCode: code, at: TEST_NOW - DAY + n };
    cookies = await clickCookie(click, ctx.siteUrl, (payload) => ctx.signer.mac("click", payload), cookies);
  }
  const isMac = (payload: string, mac: string) => ctx.signer.isMac("click", payload, mac);
  const click = await readClick(cookies, ctx.siteUrl, isMac, ctx.now);
  const { userId } = await signUp(ctx, input(`new${++serial}@example.org`), { click, affiliateSeen: null });
  const row = (await database.db.select().from(attributions).where(eq(attributions.userId, userId)).get())!;
  expect(row.affiliateId).toBe(credited ? affiliate.id : null);
  expect(row.affiliateCode).toBe(credited ?? later.split(" ").at(-1));
});

test.each(cases)(
  "$name: $stored.reason",
  async ({ code, ageMs = 2 * DAY, cookie, seen, actor, email, stored, words }) => {
    const ctx = testContext(database.db, actor?.() ?? anonymous);
    const click = { id: VISIT, affiliateCode: code ?? "JO-REED", at: TEST_NOW - ageMs };
    const genuine = (await clickCookie(click, ctx.siteUrl, (payload) => ctx.signer.mac("click", payload))).split(
      ";",
    )[0]!;
    const { userId } = await signUp(ctx, input(email ?? `new${++serial}@example.org`), {
      click: await readClick(
        cookie ? cookie(genuine) : genuine,
        ctx.siteUrl,
        (payload, mac) => ctx.signer.isMac("click", payload, mac),
        ctx.now,
      ),
      affiliateSeen: seen?.() ?? null,
    });
    const row = (await database.db.select().from(attributions).where(eq(attributions.userId, userId)).get())!;
    const affiliateCode = stored.affiliateCode ?? null;
    expect(row).toEqual({
      userId,
      affiliateId: stored.credited ? affiliate.id : null,
      reason: stored.reason,
      selfReferral: stored.selfReferral ?? null,
      affiliateCode,
      visitId: affiliateCode && VISIT,
      clickedAt: affiliateCode && click.at,
      decidedAt: TEST_NOW,
    });
    expect(attributionLabel(row)).toBe(words);
  },
);

test("credits the click's affiliate even if the code changes owner", async () => {
  const { db } = database;
  const first = await aCustomer(db, { affiliate: true, affiliateCode: "BLOG-2026" });
  const click = { id: "01KAJ0000000000000000000BB", affiliateCode: "BLOG-2026", at: TEST_NOW - DAY };
  await db.insert(visits).values({
    id: click.id,
    affiliateCode: click.affiliateCode,
    affiliateId: first.id,
    createdAt: click.at,
    landingPath: "/services",
    referrer: "https://blog.example.com/",
    userAgent: "Mozilla/5.0",
    bot: false,
  });
  const signUpWithClick = async () => {
    const { userId } = await signUp(testContext(db), input(`new${++serial}@example.org`), {
      click: { state: "sound", click },
      affiliateSeen: null,
    });
    return await db.select().from(attributions).where(eq(attributions.userId, userId)).get();
  };
  await db.update(users).set({ affiliateCode: "NEW-BLOG" }).where(eq(users.id, first.id));
  expect(await signUpWithClick()).toMatchObject({
    affiliateId: first.id,
    reason: "lastClick",
    affiliateCode: "BLOG-2026",
  });
  await aCustomer(db, { affiliate: true, affiliateCode: "BLOG-2026" });
  const attribution = await signUpWithClick();
  expect(attribution).toMatchObject({ affiliateId: first.id, reason: "lastClick" });
  const [referral] = await selectReferral(testContext(db, actingAs(staff)), attribution!.userId);
  expect(clientReferral(referral)).toMatchObject({
    affiliate: { id: first.id },
    code: "BLOG-2026",
    clickedAt: click.at,
    landingPath: "/services",
    referrer: "https://blog.example.com/",
    flagged: false,
  });
});

test("does not attribute accounts created by staff", async () => {
  const id = await createClient(testContext(database.db, actingAs(staff)), {
    firstName: "Ina",
    lastName: "Invited",
    email: "ina@example.com",
  });
  const row = (await database.db.select().from(attributions).where(eq(attributions.userId, id)).get())!;
  expect(row).toMatchObject({ affiliateId: null, reason: "madeByStaff" });
  expect(attributionLabel(row)).toBe("The account was created by the team");
});

test("rolls back account and attribution on a fault at any statement", async () => {
  const count = async () => [
    (await database.db.select().from(users)).length,
    (await database.db.select().from(attributions)).length,
  ];
  const before = await count();
  for (let k = 1; ; k++) {
    const { binding, reached } = failingBinding(database.binding, k);
    const attempt = signUp(testContext(openDb(binding)), input("fault@example.com"));
    if (
      !(await attempt.then(
        () => reached(),
        () => true,
      ))
    )
      break;
    expect([k, await count()]).toEqual([k, before]);
  }
  expect(await count()).toEqual(before.map((number) => number + 1));
});
