import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewSession } from "~/domain/accounts/renewSession";
import { newRecoveryCodes, secretPurpose, spendCode } from "~/domain/accounts/secondFactor";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { clickCookie, clickMac, readClick } from "~/domain/attribution/clickCookie";
import type { Signer } from "~/domain/ports/signer";
import { type SignerSecrets, secretSigner } from "~/integrations/signer.server";
import { atomicBatch } from "~db/client.server";
import { recoveryCodes, sessions, twoFactors } from "~db/schema";
import { aSession } from "../support/accounts";
import { codeAt } from "../support/authenticator";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

const first: SignerSecrets = {
  SESSION_SECRET: "the first session secret, long enough",
  CLICK_SECRET: "the first click secret, long enough",
};
const second: SignerSecrets = {
  SESSION_SECRET: "the second session secret, long enough",
  CLICK_SECRET: "the second click secret, long enough",
};
const original = () => secretSigner(first);
/** The replaced secrets still count. */
const rotating = () =>
  secretSigner({ ...second, SESSION_SECRET_PREVIOUS: first.SESSION_SECRET, CLICK_SECRET_PREVIOUS: first.CLICK_SECRET });
/** The rotation is complete. */
const replaced = () => secretSigner(second);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const contextOf = (signer: Signer, now = TEST_NOW) => ({ ...testContext(database.db, anonymous, { now }), signer });

describe("a session of the replaced secret", () => {
  const opened = async () => aSession(contextOf(original()), await aCustomer(database.db));
  const renewed = (signer: Signer, proof: Awaited<ReturnType<typeof opened>>, now: number) =>
    renewSession(contextOf(signer, now), proof, { kind: "page" });

  test("goes on during the rotation and survives its end", async () => {
    const proof = await opened();
    expect(await renewed(rotating(), proof, TEST_NOW + 1)).toMatchObject({ state: "good" });
    const rotated = await renewed(rotating(), proof, TEST_NOW + ACCESS_MS);
    const next = rotated.state === "good" ? rotated.proof! : proof;
    expect(next.generation).toBe(2);
    expect(await renewed(replaced(), next, TEST_NOW + ACCESS_MS + 1)).toMatchObject({ state: "good" });
  });

  test("is refused after the rotation", async () => {
    expect(await renewed(replaced(), await opened(), TEST_NOW + 1)).toEqual({ state: "refused" });
  });

  test("gets one proof from Workers with the old and the new secret", async () => {
    const proof = await opened();
    const now = TEST_NOW + ACCESS_MS;
    const old = await renewed(original(), proof, now);
    const late = await renewed(rotating(), proof, now + 1);
    expect(late).toMatchObject({ state: "good", proof: old.state === "good" ? old.proof : null });
    const { secretHash } = (await database.db.select().from(sessions).where(eq(sessions.id, proof.sessionId)).get())!;
    expect(secretHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("tokens and signed texts of a replaced secret work until it is removed", async () => {
  const token = await original().accessToken({ sessionId: "a", generation: 1 }, TEST_NOW + 60_000);
  const link = await original().mac("card-link", "a link");
  expect(await rotating().readAccessToken(token, TEST_NOW)).toEqual({ sessionId: "a", generation: 1 });
  expect(await rotating().isMac("card-link", "a link", link)).toBe(true);
  expect(await replaced().readAccessToken(token, TEST_NOW)).toBeNull();
  expect(await replaced().isMac("card-link", "a link", link)).toBe(false);
});

test("a MAC is valid for its own purpose only", async () => {
  const link = await original().mac("card-link", "a text");
  expect(await original().isMac("toast", "a text", link)).toBe(false);
  expect(await original().isMac("session", "a text", link)).toBe(false);
});

test("a click of the replaced secret counts until that secret is removed", async () => {
  const click = { id: "01KAJ0000000000000000000AA", affiliateCode: "AFF-2026", at: TEST_NOW };
  const cookie = await clickCookie(click, "https://portal.example.com", clickMac(first.CLICK_SECRET!));
  const read = (signer: Signer) =>
    readClick(
      cookie.split(";")[0]!,
      "https://portal.example.com",
      (text, mac) => signer.isMac("click", text, mac),
      TEST_NOW,
    );
  expect(await read(rotating())).toMatchObject({ state: "sound" });
  expect(await read(replaced())).toEqual({ state: "forged" });
});

test("an authenticator secret is sealed again when its code is used", async () => {
  const { id } = await aStaffMember(database.db);
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  await database.db.insert(twoFactors).values({
    userId: id,
    secret: await original().seal(secret, secretPurpose(id)),
    createdAt: TEST_NOW,
    enabledAt: TEST_NOW,
  });
  const code = codeAt(secret, TEST_NOW);
  expect(await spendCode(contextOf(replaced()), id, code)).toBeNull();
  await atomicBatch(database.db, (await spendCode(contextOf(rotating()), id, code))!);
  const later = TEST_NOW + 60_000;
  expect(await spendCode(contextOf(replaced(), later), id, codeAt(secret, later))).not.toBeNull();
});

describe("a recovery code", () => {
  const codesOf = async (signer: Signer, userId: string) => {
    const { codes, statements } = await newRecoveryCodes(contextOf(signer), userId);
    await atomicBatch(database.db, statements);
    return codes;
  };

  test("of the replaced secret works until that secret is removed", async () => {
    const { id } = await aStaffMember(database.db);
    const [code] = await codesOf(original(), id);
    expect(await spendCode(contextOf(rotating()), id, code!)).not.toBeNull();
    expect(await spendCode(contextOf(replaced()), id, code!)).toBeNull();
  });

  test("accepts what releases before purpose keys signed with the secret", async () => {
    const { id } = await aStaffMember(database.db);
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(first.SESSION_SECRET),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`recovery-code:${id}:abcdefghjk`));
    const codeHash = Buffer.from(signature).toString("base64url");
    await database.db.insert(recoveryCodes).values({ userId: id, codeHash });
    expect(await spendCode(contextOf(original()), id, "abcde-fghjk")).not.toBeNull();
    expect(await spendCode(contextOf(rotating()), id, "abcde-fghjk")).not.toBeNull();
  });
});

test.each(["SESSION_SECRET", "SESSION_SECRET_PREVIOUS", "CLICK_SECRET", "CLICK_SECRET_PREVIOUS"])(
  "refuses a short %s",
  (name) => {
    expect(() => secretSigner({ ...first, [name]: "short" })).toThrow("at least 32 characters");
  },
);
