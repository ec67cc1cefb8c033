import { dayOf } from "~/domain/days";
import { deliverOrder } from "~/domain/delivery/deliverOrder";
import { DeliverOrderInput } from "~/domain/delivery/deliverOrderInput";
import { sendMessage } from "~/domain/messages/sendMessage";
import { type ChangedOrders, changeOrders } from "~/domain/orders/changeOrders";
import { ChangeOrdersInput } from "~/domain/orders/changeOrdersInput";
import { wakesOn } from "~/domain/orders/snoozeInput";
import { undoOrderChange } from "~/domain/orders/undoOrderChange";
import { updateOrder } from "~/domain/orders/updateOrder";
import { aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import { DAY, type Outcome, type World } from "../engine/world";

/** What a change of many orders may set. */
const COLUMNS = [
  ...["assigned_to_id", "status", "priority", "snoozed_until", "snooze_reason", "started_at", "completed_at"],
  ...["due_at", "clock_left_ms", "worked_ms", "running_since", "awaiting_since"],
];

interface Row extends Record<string, unknown> {
  id: string;
  client_id: string;
  version: number;
}
type Rows = Map<string, Row>;

async function stateOf(world: World, ids: readonly string[]): Promise<Rows> {
  const rows = await world.rows<Row>(
    `select id, client_id, version, ${COLUMNS}, (select json_group_array(name) from (select t.name_folded as name from order_tags l
       join tags t on t.id = l.tag_id where l.order_id = orders.id order by 1)) as tags
     from orders where id in (select value from json_each(?)) order by id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const VALUES = [...COLUMNS, "tags"];
const isSame = (one: Row, other: Row) => VALUES.every((column) => one[column] === other[column]);

/** Some orders that follow each other, one twice, and one that does not exist. */
async function manyOrders(world: World, { a, b }: Choice) {
  const rows = await world.rows<{ id: string }>("select id from orders order by id desc limit 12");
  const chosen = Array.from({ length: Math.min(rows.length, 1 + (b % 5)) }, (_, n) => rows[(a + n) % rows.length]!.id);
  return [...chosen, chosen[0]!, "missing"];
}

async function aChange(world: World, { a, c }: Choice, me: string) {
  const other = await aTeamMember(world, a);
  const day = dayOf(clock.now + (1 + (a % 7)) * DAY);
  const sets = [
    { assignedToId: me },
    { assignedToId: null },
    { assignedToId: other?.id ?? null },
    { status: (["Working", "Active", "Completed", "Inputs_Required"] as const)[a % 4]! },
    { priority: (["high", "urgent", "low"] as const)[a % 3]! },
    { addTags: [`Tag ${a % 4}`, "Seen"] },
    { tags: [`Tag ${a % 3}`], removeTags: ["Seen"] },
    { snoozedUntil: wakesOn(day) },
    { snoozedUntil: wakesOn(day), priority: "high" as const },
    { dueAt: clock.now + (1 + (a % 9)) * DAY },
  ];
  return sets[c % sets.length]!;
}

/** Each order was changed as a whole and counted, or left as it was and counted as skipped. */
function checkCounts(world: World, outcome: Outcome<ChangedOrders>, asked: number, before: Rows, after: Rows) {
  const changed = [...after.values()].filter(({ id, version }) => before.get(id)!.version !== version);
  for (const row of after.values()) {
    const was = before.get(row.id)!;
    if (row.version > was.version + 1) world.fail("bulk-once", `${row.id} was changed twice`);
    if (row.version === was.version && !isSame(row, was)) world.fail("bulk-once", `${row.id} was changed in part`);
  }
  if (outcome.kind === "refused" && changed.length > 0) world.fail("bulk-once", "A refused change was made");
  if (outcome.kind !== "ok") return;
  const { value } = outcome;
  if (value.changed !== changed.length || value.changed + value.skipped !== asked)
    world.fail("bulk-once", `${changed.length} of ${asked} orders were changed: ${value.message}`);
}

/** An order has the value that the change set, where the undo may put back what was before. */
function afterUndo(before: Row, made: Row, now: Row): Row {
  const set = VALUES.filter((column) => before[column] !== made[column]);
  const isUntouched = now.version === made.version && set.every((column) => now[column] === made[column]);
  return isUntouched ? { ...now, ...Object.fromEntries(set.map((column) => [column, before[column]])) } : now;
}

async function someoneElse(world: World, { a, b }: Choice, id: string, clientId: string) {
  const colleague = await aTeamMember(world, a + 1);
  const client = await clientOf(world, clientId);
  if (!colleague || !client) return;
  const way = Math.floor(b / 2) % 4;
  if (way === 0)
    await world.act("change meanwhile", colleague, null, (ctx) => updateOrder(ctx, { id, priority: "low" }));
  if (way === 1) {
    const message = { orderId: id, thread: "Customer" as const, body: `${world.token()} Any news?`, key: world.key() };
    await world.act("write meanwhile", client, null, (ctx) => sendMessage(ctx, message));
  }
  if (way === 2) {
    const links = [`https://reports.example.com/${world.key()}`];
    const input = DeliverOrderInput.parse({ id, links, key: world.key() });
    await world.act("deliver meanwhile", colleague, null, (ctx) => deliverOrder(ctx, input));
  }
}

export const bulkCommands = [
  command(
    "change many orders",
    async (world, choice) => {
      const staff = await aTeamMember(world, choice.b);
      const ids = await manyOrders(world, choice);
      if (!staff || ids.length < 3) return;
      const set = await aChange(world, choice, staff.id);
      const input = ChangeOrdersInput.parse({ ids, set, reason: choice.a % 3 > 0 ? "Agreed" : "" });
      const before = await stateOf(world, ids);
      const post = (fault: typeof choice.fault) =>
        world.act("change many", staff, fault, (ctx) => changeOrders(ctx, input));
      const done = await post(choice.fault);
      checkCounts(world, done, input.ids.length, before, await stateOf(world, ids));
      // The form is sent again when no answer came. In all it changes each order once.
      if (done.kind !== "fault" && choice.b % 4 > 0) return;
      await post(null);
      for (const { id, version } of (await stateOf(world, ids)).values())
        if (version > before.get(id)!.version + 1) world.fail("bulk-once", `${id} was changed twice`);
    },
    3,
  ),
  command(
    "change many orders and undo it",
    async (world, choice) => {
      const staff = await aTeamMember(world, choice.b);
      const ids = await manyOrders(world, choice);
      if (!staff || ids.length < 3) return;
      const set = await aChange(world, choice, staff.id);
      const input = ChangeOrdersInput.parse({ ids, set, reason: "Agreed" });
      const before = await stateOf(world, ids);
      const done = await world.act("change many", staff, null, (ctx) => changeOrders(ctx, input));
      const made = await stateOf(world, ids);
      checkCounts(world, done, input.ids.length, before, made);
      if (done.kind !== "ok" || !done.value.undoId) return;
      const { undoId } = done.value;
      clock.now += 2000;
      if (choice.b % 2 === 0) await someoneElse(world, choice, ids[0]!, made.get(ids[0]!)!.client_id);
      if (choice.b % 7 === 0) clock.now += 15_000;
      const now = await stateOf(world, ids);
      const undo = (fault: typeof choice.fault) =>
        world.act("undo", staff, fault, (ctx) => undoOrderChange(ctx, undoId));
      const undone = await undo(choice.fault);
      const last = await stateOf(world, ids);
      for (const row of last.values()) {
        const was = now.get(row.id)!;
        const wanted = afterUndo(before.get(row.id)!, made.get(row.id)!, was);
        const fits = undone.kind === "ok" ? isSame(row, wanted) : isSame(row, was);
        if (!fits && !(undone.kind === "fault" && isSame(row, wanted)))
          world.fail("undo-restores", `${JSON.stringify(row)} instead of ${JSON.stringify(wanted)}`);
      }
      // Once: the second time nothing happens.
      if (undone.kind === "ok" && (await undo(null)).kind === "ok") world.fail("undo-restores", `${undoId} twice`);
    },
    4,
  ),
  command(
    "change many orders together",
    async (world, choice) => {
      const staff = await aTeamMember(world, choice.b);
      const other = await aTeamMember(world, choice.b + 1);
      const ids = await manyOrders(world, choice);
      if (!staff || !other || ids.length < 3) return;
      const inputs = [
        ChangeOrdersInput.parse({ ids, set: await aChange(world, choice, staff.id), reason: "Agreed" }),
        ChangeOrdersInput.parse({ ids, set: { priority: "urgent", addTags: ["Race"] }, reason: "" }),
      ];
      const first = await world.act("change many", staff, null, (ctx) => changeOrders(ctx, inputs[0]!));
      const undoId = first.kind === "ok" ? first.value.undoId : null;
      // A moment of its own, in which the history tells what was changed.
      const at = ++clock.now;
      const results: Outcome<ChangedOrders>[] = [];
      const post = (person: typeof staff, input: ChangeOrdersInput) => async () => {
        results.push(await world.act("change many in a race", person, null, (ctx) => changeOrders(ctx, input)));
      };
      const undo = async () => {
        if (undoId) await world.act("undo in a race", staff, null, (ctx) => undoOrderChange(ctx, undoId));
      };
      const before = await stateOf(world, ids);
      const sides = [post(other, inputs[1]!), choice.c % 2 === 0 ? undo : post(staff, inputs[1]!), undo];
      await world.race(sides.slice(0, 2 + (choice.a % 2)));
      const after = await stateOf(world, ids);
      const rows = await world.rows<{ id: string; action: string; times: number }>(
        `select entity_id as id, action, count(*) as times from history where entity = 'order' and created_at = ?
         and action in ('Order updated', 'Change undone') and entity_id in (select value from json_each(?)) group by 1, 2`,
        at,
        JSON.stringify(ids),
      );
      const counted = results.reduce((sum, one) => sum + (one.kind === "ok" ? one.value.changed : 0), 0);
      const updates = rows.filter(({ action }) => action === "Order updated");
      const written = updates.reduce((sum, { times }) => sum + times, 0);
      if (written !== counted) world.fail("bulk-once", `${counted} changes were counted, and ${written} made`);
      for (const { id, action, times } of rows)
        if (times > 1) world.fail("bulk-once", `${times} x ${action} of ${id} in one moment`);
      for (const { id, version } of after.values()) {
        const entries = rows.filter((row) => row.id === id).reduce((sum, { times }) => sum + times, 0);
        if (version - before.get(id)!.version !== entries) world.fail("bulk-once", `${id}: ${entries} entries`);
      }
      clock.now++;
    },
    3,
  ),
];
