import { refundOrder } from "~/domain/refunds/refundOrder";
import { aTeamMember } from "../engine/agency";
import { command } from "../engine/command";

export const refundCommands = [
  command(
    "refund",
    async (world, { a, b, c, fault }) => {
      const order = await world.nth<{ id: string; total: number }>(
        a,
        "select id, total from orders where pay_state <> 'unpaid' and total > 0 order by id",
      );
      const staff = await aTeamMember(world, b, "SuperAdmin", "Admin");
      if (!order || !staff) return;
      const amount = [order.total, Math.ceil(order.total / 2), 1, 12_34][c % 4]!;
      const form = { id: order.id, amount, reason: "Agreed", requestKey: world.key() };
      const done = await world.act("refund", staff, fault, (ctx) => refundOrder(ctx, form));
      if (done.kind === "ok") world.acknowledge("refund", "refunds", done.value.id);
      if (done.kind === "fault" && c % 2 === 0)
        await world.act("refund again", staff, null, (ctx) => refundOrder(ctx, form));
    },
    4,
  ),
];
