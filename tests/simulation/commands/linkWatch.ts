import { beginCheck, beginCheckNow, type CheckedPlacement } from "~/domain/linkWatch/beginCheck";
import type { LinkCheck } from "~/domain/linkWatch/checkChain";
import { recordCheck } from "~/domain/linkWatch/recordCheck";
import { recordSight } from "~/domain/linkWatch/recordSight";
import { storeEvidence } from "~/domain/linkWatch/storeEvidence";
import { type TakenCheck, takeDueChecks } from "~/domain/linkWatch/takeDueChecks";
import { markLive } from "~/domain/placements/markLive";
import { requestCheck } from "~/domain/placements/requestCheck";
import { seenVerdicts, type Verdict } from "~/domain/verdicts";
import type { TestContext } from "../../support/testContext";
import { aTeamMember } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import type { Fault } from "../engine/faults";
import { HOUR, type World } from "../engine/world";

/** Half of the pages are as agreed. Faults repeat, because two of them are a loss. */
const found: Verdict[] = ["ok", "ok", "ok", "ok", "missing", "missing", "timeout", "target_broken"];

interface LiveLink {
  id: string;
  site_domain: string;
}

async function aLiveLink(world: World, { a, b }: Choice) {
  const link = await world.nth<LiveLink>(
    a,
    "select id, site_domain from placements where state = 'live' order by number",
  );
  const staff = await aTeamMember(world, b);
  return link && staff ? { link, staff } : undefined;
}

/** A look takes time, so a second one is due later. */
const later = () => {
  clock.now++;
};

/** What the link watch does once it has read a page. Null when the check is no longer its own. */
export async function recordFound(
  ctx: TestContext,
  link: CheckedPlacement | null,
  verdict: Verdict,
): Promise<LinkCheck | null> {
  if (!link) return null;
  const finalUrl = link.liveUrl;
  const look = {
    failure: verdict === "timeout" ? verdict : null,
    status: 200,
    finalUrl,
    challenged: false,
    page: null,
  };
  const visit = { look, read: null, headers: [], addresses: [finalUrl], ms: 90 };
  const evidence = await storeEvidence(ctx, link, { verdict, visit, target: null });
  const found = { verdict, status: 200, finalUrl, rel: "", anchor: "", ms: 90, ...evidence };
  return await recordCheck(ctx, link, found).finally(later);
}

/** A look at one link out of its turn. */
export const checkNow = (world: World, id: string, verdict: Verdict, fault: Fault | null) =>
  world.act("check a link now", "system", fault, async (ctx) =>
    recordFound(ctx, await beginCheckNow(ctx, id), verdict),
  );

/** Takes what is due as one Worker. A killed one leaves its checks to their leases. */
async function take(world: World, fault: Fault | null): Promise<TakenCheck[]> {
  const taken = await world.act("take due checks", "system", fault, (ctx) => takeDueChecks(ctx));
  return taken.kind === "ok" ? taken.value.flatMap(({ checks }) => checks) : [];
}

export const linkWatchCommands = [
  command(
    "look at due links",
    async (world, { b, c, fault }) => {
      for (const [at, taken] of (await take(world, b % 4 === 0 ? fault : null)).slice(0, 6).entries())
        await world.act("check a due link", "system", fault, async (ctx) =>
          recordFound(ctx, await beginCheck(ctx, taken), found[(c + at) % found.length]!),
        );
    },
    6,
  ),
  command("look at one link on two days", async (world, choice) => {
    const at = await aLiveLink(world, choice);
    if (!at) return;
    const verdict = found[choice.c % found.length]!;
    for (const hours of [0, 25]) {
      clock.now += hours * HOUR;
      await checkNow(world, at.link.id, verdict, hours ? choice.fault : null);
    }
  }),
  command("ask for a check of a link", async (world, choice) => {
    const at = await aLiveLink(world, choice);
    if (at) await world.act("request check", at.staff, choice.fault, (ctx) => requestCheck(ctx, at.link.id));
  }),
  command("record what a person saw", async (world, choice) => {
    const at = await aLiveLink(world, choice);
    if (!at) return;
    const sight = { verdict: seenVerdicts[choice.c % seenVerdicts.length]!, note: `Seen ${choice.c}` };
    await world.act("record sight", at.staff, choice.fault, (ctx) => recordSight(ctx, at.link.id, sight));
    later();
  }),
  command(
    "check a link from all sides",
    async (world, choice) => {
      const at = await aLiveLink(world, choice);
      if (!at) return;
      const { id, site_domain } = at.link;
      await world.act("request check", at.staff, null, (ctx) => requestCheck(ctx, id));
      const taken = (await take(world, null)).find(({ placementId }) => placementId === id);
      const verdict = found[choice.c % found.length]!;
      const check = () =>
        world.act("check in a race", "system", choice.fault, async (ctx) =>
          recordFound(ctx, taken ? await beginCheck(ctx, taken) : await beginCheckNow(ctx, id), verdict),
        );
      const see = () =>
        world.act("sight in a race", at.staff, null, (ctx) => recordSight(ctx, id, { verdict: "ok", note: "Seen" }));
      const liveUrl = `https://${site_domain}/moved-${choice.c}`;
      const correct = () => world.act("address in a race", at.staff, null, (ctx) => markLive(ctx, [{ id, liveUrl }]));
      // Each request has its own millisecond.
      const all = [check, check, choice.b % 2 === 0 ? see : correct];
      await world.race(
        all.map((one) => () => {
          later();
          return one();
        }),
      );
      later();
    },
    3,
  ),
];
