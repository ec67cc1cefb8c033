import { saveProgramme } from "~/domain/affiliates/affiliateProgramme";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import type { CommissionStatus } from "~/domain/commissions/commissionStates";
import { makePayout } from "~/domain/payouts/makePayout";
import { payoutPreview } from "~/domain/payouts/payoutPreview";
import { aTeamMember } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import type { World } from "../engine/world";

async function change(world: World, { a, b, c, fault }: Choice, newStatus: CommissionStatus) {
  const rows = await world.rows<{ id: string }>("select id from commissions order by id");
  const staff = await aTeamMember(world, b, ...(c % 2 === 0 ? ["SuperAdmin"] : []));
  const chosen = rows.filter((_, at) => a % 2 === 0 || at % 3 === a % 3).map(({ id }) => id);
  if (chosen.length === 0 || !staff) return;
  const input = { commissionIds: chosen, newStatus, reason: "Checked" };
  await world.act(`set commissions ${newStatus}`, staff, fault, (ctx) => changeCommissionStatuses(ctx, input));
}

export const affiliateCommands = [
  command("approve commissions", (world, choice) => change(world, choice, "APPROVED"), 4),
  command("hold commissions", (world, choice) => change(world, choice, "CREATED"), 1),
  command("mark commissions paid", (world, choice) => change(world, choice, "PAID"), 1),
  command(
    "pay out",
    async (world, { b, c, fault }) => {
      const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
      if (!staff) return;
      const choice = { ids: [], until: clock.now, minimum: c % 3 === 0 ? 5_00 : 0 };
      const preview = await world.act("preview payout", staff, null, (ctx) => payoutPreview(ctx, choice));
      if (preview.kind !== "ok") return;
      const form = { ...choice, note: "", requestKey: world.key(), total: preview.value.total };
      const paid = await world.act("pay out", staff, fault, (ctx) => makePayout(ctx, form));
      if (paid.kind === "ok") world.acknowledge("payout", "payouts", paid.value);
      if (paid.kind === "fault") await world.act("pay out again", staff, null, (ctx) => makePayout(ctx, form));
    },
    4,
  ),
  command(
    "change the programme",
    async (world, { a, b, fault }) => {
      const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
      const [row] = await world.rows<{ version: number }>("select version from affiliate_programme");
      if (!staff || !row) return;
      const input = {
        version: row.version,
        holdingDays: [0, 7, 30][a % 3]!,
        autoApprove: a % 2 === 0,
        minimumPayout: 0,
        defaultPercent: 0,
        defaultEarnsOn: "perpetual" as const,
      };
      await world.act("change programme", staff, fault, (ctx) => saveProgramme(ctx, input));
    },
    1,
  ),
];
