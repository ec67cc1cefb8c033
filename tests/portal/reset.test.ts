import { afterAll, beforeAll, expect, test } from "vitest";
import { aBuyer, BUYER_PASSWORD, buy, serviceNamed } from "../support/apiBuyer";
import { type RunningPortal, startPortal } from "../support/runningPortal";

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal({ RESETTABLE: "on" });
}, 240_000);
afterAll(() => portal?.remove());

const asked = async (path: string) => await (await fetch(`http://localhost:${portal.port + 1}${path}`)).json();
/** What a test may have left behind it. The time of the seed has gone on. */
const state = async () => ({
  offsetMs: (await portal.control.clock()).offsetMs,
  mails: await portal.control.mail(),
  payments: await portal.control.ledger(),
  faults: await asked("/faults"),
  jobs: await asked("/jobs"),
});

test("a reset puts back the seeded state and all that is in memory", async () => {
  const seeded = await state();
  const buyer = await aBuyer(portal, "Reset");
  await buy(portal, buyer.bearer, await serviceNamed(portal, buyer.bearer, "SEO Content Writing"));
  await portal.control.moveClock({ advanceMs: 24 * 60 * 60_000 });
  await portal.control.fault({ target: "files", kind: "500", times: 1 });
  await portal.control.holdJobs();
  expect(await state()).not.toEqual(seeded);

  await portal.control.reset();
  expect(await state()).toEqual(seeded);
  const body = { email: buyer.email, password: BUYER_PASSWORD };
  expect((await portal.api("POST", "/user/signIn", { body })).status).not.toBe(200);
  await portal.tokens("customer@example.com");
}, 300_000);

test("a restart keeps what a reset put back and what was done since", async () => {
  const buyer = await aBuyer(portal, "Restart");
  await portal.whileStopped(() => {});
  await portal.tokens(buyer.email, BUYER_PASSWORD);
  await portal.control.reset();
  const body = { email: buyer.email, password: BUYER_PASSWORD };
  expect((await portal.api("POST", "/user/signIn", { body })).status).not.toBe(200);
}, 300_000);
