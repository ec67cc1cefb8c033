import { refundUnmatchedPayment } from "~/domain/refunds/refundUnmatchedPayment";
import { aTeamMember } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import { DAY, HOUR } from "../engine/world";

export const recoveryCommands = [
  command("back up", (world) => world.backUp(), 2),
  command(
    "restore",
    async (world, { a, b }) => {
      // Between an hour and 20 days later.
      const backup = world.backups[a % world.backups.length];
      if (!backup || clock.now - backup.at > 20 * DAY) return;
      clock.now = Math.max(clock.now, backup.at + HOUR + (b % 3) * HOUR);
      await world.restore(backup);
    },
    2,
  ),
  command(
    "refund an unmatched payment",
    async (world, { a, fault }) => {
      const payment = await world.nth<{ id: string }>(a, "select id from unmatched_payments order by id");
      const staff = await aTeamMember(world, 0, "SuperAdmin");
      if (payment && staff)
        await world.act("refund unmatched", staff, fault, (ctx) => refundUnmatchedPayment(ctx, payment.id));
    },
    1,
  ),
];
