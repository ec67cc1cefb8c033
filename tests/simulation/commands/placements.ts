import { importPlacements } from "~/domain/intake/importPlacements";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { answerProposal } from "~/domain/placements/answerProposal";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { markLive } from "~/domain/placements/markLive";
import { ContentProposal, ProposalAnswer, SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { sendContent } from "~/domain/placements/sendContent";
import { aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import { HOUR, type World } from "../engine/world";

interface LinkRow {
  id: string;
  order_id: string;
  client_id: string;
  site_domain: string | null;
}

/** A link with a member of staff and its client. */
async function aLink(world: World, { a, b }: Choice, where = "1 = 1") {
  const link = await world.nth<LinkRow>(
    a,
    `select id, order_id, client_id, site_domain from placements where ${where} order by number`,
  );
  const staff = await aTeamMember(world, b);
  const client = link && (await clientOf(world, link.client_id));
  return link && staff && client ? { link, staff, client } : undefined;
}

const page = (n: number) => `https://client.example.com/page-${n}`;

const ON_THEIR_WAY = "select id from placements where state not in ('live', 'replaced', 'cancelled')";

/** The whole way of a link; the fault hits one of its four requests. One that is on its way skips what is done. */
export async function bringLive(world: World, choice: Choice & { link: string }) {
  const id = choice.link;
  const at = await aLink(world, choice, `id = '${id}'`);
  if (!at) return;
  const fault = (step: number) => (choice.c % 4 === step ? choice.fault : null);
  const domain = at.link.site_domain ?? `site${choice.c % 40}.example.org`;
  const site = SiteProposal.parse({ id, site: { domain, dr: 90 }, asks: true });
  const accept = ProposalAnswer.parse({ id, subject: "site", accept: true, reason: "" });
  const details = { id, targetUrl: page(choice.c) };
  await world.act("change link", at.client, fault(0), (ctx) => updatePlacement(ctx, details));
  await world.act("propose site", at.staff, fault(1), (ctx) => proposeSites(ctx, [site]));
  await world.act("answer proposal", at.client, fault(2), (ctx) => answerProposal(ctx, accept));
  const live = [{ id, liveUrl: `https://${domain}/post-${choice.c}` }];
  await world.act("mark live", at.staff, fault(3), (ctx) => markLive(ctx, live));
}

export const placementCommands = [
  command(
    "fill in the links of an order",
    async (world, choice) => {
      const at = await aLink(world, choice, "state = 'needs_input'");
      if (!at) return;
      const rows = Array.from({ length: 1 + (choice.c % 12) }, (_, index) => ({
        targetUrl: choice.c % 5 === 0 && index === 1 ? "no address" : page(choice.c + index),
        anchorText: `anchor ${index}`,
      }));
      const input = { orderId: at.link.order_id, rows, dryRun: false };
      const by = choice.c % 3 === 0 ? at.staff : at.client;
      await world.act("fill in links", by, choice.fault, (ctx) => importPlacements(ctx, input));
    },
    4,
  ),
  command(
    "change a link",
    async (world, choice) => {
      const at = await aLink(world, choice);
      if (!at) return;
      const details =
        choice.c % 4 === 0 ? { agencyChooses: true } : { targetUrl: page(choice.c), anchorText: "changed" };
      const plan = choice.c % 5 === 0 ? { startsOn: clock.now + (choice.c % 400) * HOUR } : {};
      const by = choice.c % 2 === 0 ? at.staff : at.client;
      await world.act("change link", by, choice.fault, (ctx) =>
        updatePlacement(ctx, { id: at.link.id, ...details, ...plan }),
      );
    },
    3,
  ),
  command(
    "propose a site",
    async (world, choice) => {
      const at = await aLink(world, choice, "state = 'ready'");
      if (!at) return;
      const site = { domain: `site${choice.c % 40}.example.org`, dr: choice.c % 100 };
      const proposal = SiteProposal.parse({ id: at.link.id, site, asks: choice.c % 3 > 0 });
      await world.act("propose site", at.staff, choice.fault, (ctx) => proposeSites(ctx, [proposal]));
    },
    4,
  ),
  command("send content for approval", async (world, choice) => {
    const at = await aLink(world, choice, "state = 'in_progress'");
    if (!at) return;
    const content = ContentProposal.parse({ id: at.link.id, text: `Draft ${choice.c}` });
    await world.act("send content", at.staff, choice.fault, (ctx) => sendContent(ctx, content));
  }),
  command(
    "answer a proposal",
    async (world, choice) => {
      const at = await aLink(world, choice, "state in ('site_review', 'content_review')");
      if (!at) return;
      const subject = choice.c % 2 === 0 ? "site" : "content";
      const answer = ProposalAnswer.parse({ id: at.link.id, subject, accept: choice.c % 5 > 0, reason: "Another one" });
      await world.act("answer proposal", at.client, choice.fault, (ctx) => answerProposal(ctx, answer));
    },
    4,
  ),
  command(
    "mark a link as live",
    async (world, choice) => {
      const at = await aLink(world, choice, "state in ('ready', 'in_progress', 'submitted', 'live')");
      if (!at) return;
      const liveUrl = `https://${at.link.site_domain ?? "blog.example.net"}/post-${choice.c}`;
      await world.act("mark live", at.staff, choice.fault, (ctx) => markLive(ctx, [{ id: at.link.id, liveUrl }]));
    },
    3,
  ),
  command(
    "bring a link live",
    async (world, choice) => {
      const link = await world.nth<{ id: string }>(choice.a, `${ON_THEIR_WAY} order by number`);
      if (link) await bringLive(world, { ...choice, link: link.id });
    },
    8,
  ),
  command("plan links of an order", async (world, choice) => {
    const at = await aLink(world, choice);
    if (!at) return;
    const rows = await world.rows<{ id: string }>(
      "select id from placements where order_id = ? order by number limit ?",
      at.link.order_id,
      1 + (choice.c % 5),
    );
    const set = [
      { state: "in_progress" as const },
      { state: "submitted" as const },
      { assignedToId: at.staff.id },
      { dueAt: clock.now + (choice.c % 500) * HOUR },
      { startsOn: choice.c % 2 === 0 ? null : clock.now + (choice.c % 300) * HOUR },
    ][choice.c % 5]!;
    const input = { ids: rows.map(({ id }) => id), set };
    await world.act("plan links", at.staff, choice.fault, (ctx) => bulkPlacements(ctx, input));
  }),
];
