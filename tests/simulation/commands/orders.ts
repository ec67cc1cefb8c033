import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { moveOrders } from "~/domain/orders/moveOrders";
import { orderStatuses, staffTransitions } from "~/domain/orders/orderStates";
import { updateOrder } from "~/domain/orders/updateOrder";
import { keepFile } from "~/domain/uploads/keepFile";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { type Choice, command } from "../engine/command";
import type { World } from "../engine/world";

interface OrderRow {
  id: string;
  client_id: string;
  status: (typeof orderStatuses)[number];
  version: number;
}

export const anOrder = (world: World, n: number, where = "1 = 1") =>
  world.nth<OrderRow>(n, `select id, client_id, status, version from orders where ${where} order by id`);

/** An order with a member of staff and its client. */
export async function work(world: World, { a, b }: Choice, where?: string) {
  const order = await anOrder(world, a, where);
  const staff = await aTeamMember(world, b);
  const client = order && (await clientOf(world, order.client_id));
  return order && staff && client ? { order, staff, client } : undefined;
}

export const PAID = "pay_state <> 'unpaid' and status <> 'Cancelled'";

export const orderCommands = [
  command(
    "answer the intake form",
    async (world, choice) => {
      const at = await work(world, choice, "pay_state <> 'unpaid'");
      if (!at) return;
      const { order, client } = at;
      const fields = await world.rows<{ id: string }>(
        "select f.id from intake_fields f join orders o on o.service_id = f.service_id where o.id = ?",
        order.id,
      );
      const items = await world.rows<{ package_id: string }>(
        "select package_id from order_items where order_id = ?",
        order.id,
      );
      const values = [{ items: fields.map(({ id }) => ({ id, value: "https://www.example.com" })) }];
      const projectPackageData = items.map(({ package_id: packageId }) => ({ packageId, values }));
      await world.act("intake", client, choice.fault, (ctx) =>
        saveProjectDetails(ctx, { orderId: order.id, projectPackageData }),
      );
    },
    3,
  ),
  command(
    "message",
    async (world, choice) => {
      const at = await work(world, choice);
      if (!at) return;
      const message = {
        orderId: at.order.id,
        thread: "Customer" as const,
        body: `${world.token()} Message ${choice.c}`,
        key: world.key(),
      };
      const from = choice.c % 2 === 0 ? at.staff : at.client;
      const sent = await world.act("message", from, choice.fault, (ctx) => sendMessage(ctx, message));
      if (sent.kind === "ok") world.acknowledge("message", "order_messages", sent.value.id);
      if (sent.kind === "fault") await world.act("message again", from, null, (ctx) => sendMessage(ctx, message));
      if (sent.kind !== "ok" || from === at.staff) return;
      const [order] = await world.rows<{ until: number | null }>(
        "select snoozed_until as until from orders where id = ?",
        at.order.id,
      );
      if (order?.until) world.fail("client-wakes", `${at.order.id} still rests until ${order.until}`);
    },
    3,
  ),
  command(
    "report",
    async (world, choice) => {
      const at = await work(world, choice, PAID);
      if (!at) return;
      const { order, staff } = at;
      const file = {
        kind: "report",
        name: "report.pdf",
        contentType: "application/pdf",
        bytes: new Uint8Array([1, 2, 3]),
      };
      const added = await world.act("report", staff, choice.fault, async (ctx) => {
        const key = await keepFile(ctx, { ...file, ownerId: staff.id });
        return await addReports(ctx, { orderId: order.id, uploadKeys: [key] });
      });
      if (added.kind === "ok") world.acknowledge("report", "order_reports", added.value.at(-1)!.id);
    },
    3,
  ),
  command("delete a report", async (world, { a, b, fault }) => {
    const report = await world.nth<{ id: string; order_id: string }>(
      a,
      "select id, order_id from order_reports order by id",
    );
    const staff = await aTeamMember(world, b);
    if (!report || !staff) return;
    const input = { orderId: report.order_id, reportId: report.id };
    const gone = await world.act("delete report", staff, fault, (ctx) => deleteReport(ctx, input));
    if (gone.kind !== "refused") world.forget(report.id);
  }),
  command("approve the delivery", async (world, choice) => {
    const at = await work(world, choice, PAID);
    if (at)
      await world.act("approve", at.client, choice.fault, (ctx) => approveDelivery(ctx, { orderId: at.order.id }));
  }),
  command("request changes", async (world, choice) => {
    const at = await work(world, choice, PAID);
    if (!at) return;
    const input = { orderId: at.order.id, body: `${world.token()} Change this`, key: world.key() };
    await world.act("request changes", at.client, choice.fault, (ctx) => requestChanges(ctx, input));
  }),
  command(
    "change the status",
    async (world, choice) => {
      const at = await work(world, choice, PAID);
      if (!at) return;
      const { id, version, status: before } = at.order;
      const allowed = staffTransitions[before].filter((status) => status !== "Cancelled");
      const status = choice.c % 5 === 0 ? orderStatuses[choice.c % 7]! : allowed[choice.c % allowed.length];
      const stale = choice.c % 11 === 0 ? 1 : 0;
      await world.act("change status", at.staff, choice.fault, (ctx) =>
        updateOrder(ctx, { id, version: version - stale, status, closeOpenRows: choice.c % 2 === 0 }),
      );
    },
    4,
  ),
  command("reassign", async (world, choice) => {
    const at = await work(world, choice, "status <> 'Cancelled'");
    const to = await aTeamMember(world, choice.c);
    if (!at) return;
    const assignedToId = choice.c % 4 === 0 ? null : (to?.id ?? null);
    await world.act("reassign", at.staff, choice.fault, (ctx) => updateOrder(ctx, { id: at.order.id, assignedToId }));
  }),
  command("edit the notes", async (world, choice) => {
    const at = await work(world, choice);
    if (!at) return;
    const { id, version } = at.order;
    await world.act("notes", at.staff, choice.fault, (ctx) =>
      updateOrder(ctx, { id, version, notes: `Note ${choice.c}` }),
    );
  }),
  command("move an order", async (world, choice) => {
    const at = await work(world, choice);
    const to = await aClient(world, choice.c);
    if (!at || !to) return;
    const input = { orderIds: [at.order.id], oldClientId: at.order.client_id, clientId: to.id };
    await world.act("move", at.staff, choice.fault, (ctx) => moveOrders(ctx, input));
  }),
  command(
    "cancel an order",
    async (world, choice) => {
      const at = await work(world, choice, "status <> 'Cancelled'");
      if (!at) return;
      const input = { id: at.order.id, reason: "Not needed", stopSubscription: choice.c % 2 === 0 };
      await world.act("cancel", at.staff, choice.fault, (ctx) => cancelOrder(ctx, input));
    },
    3,
  ),
  command("reopen a cancelled order", async (world, { a, fault }) => {
    const order = await anOrder(world, a, "status = 'Cancelled'");
    const staff = await aTeamMember(world, 0, "SuperAdmin");
    if (!order || !staff) return;
    const input = { id: order.id, version: order.version, reason: "It goes on" };
    await world.act("reopen", staff, fault, (ctx) => reopenCancelledOrder(ctx, input));
  }),
];
