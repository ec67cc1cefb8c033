import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { DecideClaimInput } from "~/domain/claims/claimInputs";
import { type ClaimDecision, claimDecisions } from "~/domain/claims/claimStates";
import { decideClaim } from "~/domain/claims/decideClaim";
import { openClaim } from "~/domain/claims/openClaim";
import { beginCheckNow } from "~/domain/linkWatch/beginCheck";
import type { Verdict } from "~/domain/verdicts";
import { testCards } from "../../../workers/card-sandbox/testCards";
import { actingSystem, type TestContext } from "../../support/testContext";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import type { Fault } from "../engine/faults";
import { HOUR, type World } from "../engine/world";
import { confirmCard, filledForm } from "./checkout";
import { checkNow, recordFound } from "./linkWatch";
import { bringLive } from "./placements";

interface LinkRow {
  id: string;
  client_id: string;
  lost_since: number | null;
}

interface ClaimRow {
  id: string;
  version: number;
  state: string;
  placement_id: string;
  client_id: string;
  replacement_id: string | null;
  due: number | null;
}

const LIVE_LINKS = `select l.id, l.client_id, l.lost_since from placements l join orders o on o.id = l.order_id where l.state = 'live'
  and o.status <> 'Cancelled' and o.pay_state in ('paid', 'partly_refunded')`;
/** Of the newest: what was sold a moment ago is what goes wrong. */
const aGuaranteedLink = (world: World, n: number, where = "1 = 1") =>
  world.nth<LinkRow>(n % 4, `${LIVE_LINKS} and ${where} order by l.live_at desc, l.number`);

const anOpenClaim = (world: World, n: number, where = "1 = 1") =>
  world.nth<ClaimRow>(
    n,
    `select id, version, state, placement_id, client_id, replacement_id,
       iif(state = 'replacing', replace_by, repair_by) as due
     from claims where state in ('open', 'confirmed', 'repairing', 'replacing') and ${where} order by id desc`,
  );

/** A context whose link watch finds this. */
const withWatch = (ctx: TestContext, verdict: Verdict): TestContext => ({
  ...ctx,
  linkWatch: {
    checkNow: async (id) => {
      const system = { ...ctx, actor: actingSystem };
      const check = await recordFound(system, await beginCheckNow(system, id), verdict);
      return check && { verdict: check.verdict, at: check.at };
    },
    lookAt: async () => [],
  },
});

/**
 * Two looks a day apart find the fault, and `between` them another verdict. The last one may go wrong, and is then made
 * again.
 */
async function lose(world: World, link: LinkRow, between: Verdict | null, fault: Fault | null) {
  clock.now += HOUR;
  // It was lost before, came back and is gone again.
  if (link.lost_since !== null) await checkNow(world, link.id, "ok", null);
  await checkNow(world, link.id, "missing", null);
  clock.now += 12 * HOUR;
  if (between) await checkNow(world, link.id, between, null);
  clock.now += 13 * HOUR;
  const second = await checkNow(world, link.id, "missing", fault);
  if (second.kind !== "fault") return;
  clock.now += HOUR;
  await checkNow(world, link.id, "missing", null);
}

async function decide(
  world: World,
  name: string,
  claim: ClaimRow,
  decision: ClaimDecision,
  n: number,
  fault: Fault | null,
) {
  const staff = await aTeamMember(world, n, ...(n % 5 === 0 ? [] : ["SuperAdmin"]));
  if (!staff) return;
  const { id, version } = claim;
  const input = DecideClaimInput.parse({ id, version, decision, reason: decision === "reject" ? "As agreed" : "" });
  const done = await world.act(name, staff, fault, (ctx) => decideClaim(ctx, input));
  // The form is sent again when no answer came.
  if (done.kind === "fault" && n % 2 === 0)
    await world.act(`${name} again`, staff, null, (ctx) => decideClaim(ctx, input));
}

const betweens = [null, null, "timeout", "target_broken"] as const;

const RETURNS_REFUNDS = testCards.findIndex(({ refund }) => refund === "fails");

/** What staff choose; repairs are the most frequent, and most claims are left to their deadlines. */
const chosen: ClaimDecision[] = [...claimDecisions, "replace", "replace", "refund"];

export const claimCommands = [
  command(
    "sell a guaranteed link",
    async (world, choice) => {
      const { a, b, c, fault } = choice;
      const buyer = await aClient(world, a);
      const form = await filledForm(world, { a: b, b: a, c: 1 }, "p.tracking ->> 'tracked'");
      if (!buyer || !form) return;
      const placed = await world.act("place", buyer, null, (ctx) => placeOrder(ctx, form));
      if (placed.kind !== "ok" || !placed.value.clientSecret) return;
      const { orderSystemId: id, account, clientSecret } = placed.value;
      // The bank of the second card returns what is refunded to it.
      const card = c % 4 === 0 ? RETURNS_REFUNDS : 0;
      await confirmCard(world, { account }, clientSecret.split("_secret_")[0]!, card);
      await world.act("complete", buyer, c % 2 === 0 ? fault : null, (ctx) => completeOrder(ctx, id));
      const [link] = await world.rows<{ id: string }>(
        "select id from placements where order_id = ? order by number",
        id,
      );
      if (link) await bringLive(world, { ...choice, link: link.id });
    },
    8,
  ),
  command(
    "lose a link",
    async (world, { a, c, fault }) => {
      const link = await aGuaranteedLink(world, a);
      if (link) await lose(world, link, betweens[c % betweens.length]!, fault);
    },
    8,
  ),
  command(
    "report a lost link",
    async (world, { a, b, c, fault }) => {
      const link = await aGuaranteedLink(world, a);
      const client = link && (await clientOf(world, link.client_id));
      const staff = await aTeamMember(world, b);
      if (!link || !client || !staff) return;
      const verdicts = ["missing", "missing", "missing", "page_gone", "ok", "timeout", "target_broken"] as const;
      const verdict = verdicts[c % verdicts.length]!;
      const by = b % 4 === 0 ? staff : client;
      const input = { id: link.id, reason: "The post is gone" };
      const done = await world.act("report lost link", by, fault, (ctx) => openClaim(withWatch(ctx, verdict), input));
      if (done.kind === "ok") world.acknowledge("claim", "claims", done.value.id);
      clock.now++;
    },
    4,
  ),
  command(
    "decide a claim",
    async (world, { a, b, c, fault }) => {
      const claim = await anOpenClaim(world, a);
      if (claim) await decide(world, "decide claim", claim, chosen[c % chosen.length]!, b, fault);
    },
    5,
  ),
  command(
    "decide about a replacement under way",
    async (world, { a, b, c, fault }) => {
      const claim = await anOpenClaim(world, a, "state = 'replacing'");
      if (claim) await decide(world, "decide claim", claim, c % 2 === 0 ? "reject" : "refund", b, fault);
    },
    3,
  ),
  command(
    "a lost link is back",
    async (world, { a, fault }) => {
      const claim = await anOpenClaim(world, a);
      if (claim) await checkNow(world, claim.placement_id, "ok", fault);
    },
    3,
  ),
  command(
    "bring a replacement live",
    async (world, choice) => {
      const claim = await anOpenClaim(world, choice.a, "state = 'replacing'");
      if (claim?.replacement_id) await bringLive(world, { ...choice, link: claim.replacement_id });
    },
    5,
  ),
  command(
    "a claim's deadline passes",
    async (world, { a, fault }) => {
      const claim = await anOpenClaim(world, a, "state <> 'open'");
      if (!claim?.due) return;
      await world.waitUntil(claim.due + 1);
      await world.provider.readEvents();
      await world.cron("0 * * * *");
      await world.cron("*/10 * * * *", fault);
    },
    7,
  ),
  command(
    "end a claim from all sides",
    async (world, choice) => {
      const claim = await anOpenClaim(world, choice.a);
      if (!claim) return;
      if (choice.b % 2 === 0 && claim.due) await world.waitUntil(claim.due + 1);
      const sides = [
        () => world.cron("*/10 * * * *", choice.fault),
        () => decide(world, "decide in a race", claim, "refund", choice.b, null),
        () => decide(world, "decide in a race", claim, chosen[choice.c % chosen.length]!, choice.c, null),
        () => checkNow(world, claim.placement_id, choice.c % 3 === 0 ? "missing" : "ok", null),
        () => (claim.replacement_id ? bringLive(world, { ...choice, link: claim.replacement_id }) : world.deliver()),
      ];
      await world.race([sides[choice.b % 5]!, sides[(choice.b + 1 + (choice.c % 4)) % 5]!]);
      clock.now++;
    },
    4,
  ),
  command("report a lost link from all sides", async (world, { a, c, fault }) => {
    const link = await aGuaranteedLink(world, a, "l.health_at is not null");
    const client = link && (await clientOf(world, link.client_id));
    if (!link || !client) return;
    if (c % 2 === 0) {
      await checkNow(world, link.id, "missing", null);
      clock.now += 25 * HOUR;
    }
    const input = { id: link.id, reason: "" };
    const report = () =>
      world.act("report in a race", client, null, (ctx) => openClaim(withWatch(ctx, "missing"), input));
    await world.race([report, () => checkNow(world, link.id, "missing", fault), report]);
    clock.now++;
  }),
];
