import { saveWorkingDay } from "~/domain/accounts/workingDay";
import { WorkingDayInput } from "~/domain/accounts/workingDayInput";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { dayOf } from "~/domain/days";
import { deliverOrder } from "~/domain/delivery/deliverOrder";
import { DeliverOrderInput } from "~/domain/delivery/deliverOrderInput";
import { sendMessage } from "~/domain/messages/sendMessage";
import { BY_RULE } from "~/domain/orders/handOverInput";
import { handOverOrders } from "~/domain/orders/handOverOrders";
import { orderStatuses, staffTransitions } from "~/domain/orders/orderStates";
import { wakesOn } from "~/domain/orders/snoozeInput";
import { updateOrder } from "~/domain/orders/updateOrder";
import type { Assignment } from "~/domain/team/assignment";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { workGroupPage } from "~/domain/workQueue/workQueue";
import { aClient, aTeamMember, clientOf } from "../engine/agency";
import { clock } from "../engine/clock";
import { type Choice, command } from "../engine/command";
import { DAY, type World } from "../engine/world";
import { confirmCard, filledForm } from "./checkout";
import { anOrder, PAID, work } from "./orders";

/** Nothing else happens in the moment of a change of who takes turns. */
async function changeTurns(world: World, change: () => Promise<unknown>) {
  clock.now++;
  await change();
  clock.now++;
  await world.beginTurns();
}

interface Rule {
  assignment: Assignment;
  last: string | null;
}

async function ruleOf(world: World, serviceId: string): Promise<Rule> {
  const [row] = await world.rows<{ assignment: string; last: string | null }>(
    "select assignment, last_assigned_id as last from services where id = ?",
    serviceId,
  );
  return { assignment: JSON.parse(row!.assignment), last: row!.last };
}

/** The people of a rule who are there, and how many open orders they have. */
async function openOrders(world: World): Promise<Map<string, number>> {
  const rows = await world.rows<{ id: string; open: number }>(
    `select id, (select count(*) from orders where assigned_to_id = users.id and status in ('Active', 'Working', 'Inputs_Required')) as open
     from users where role = 'ADMIN' and deleted_at is null and coalesce(away_until, 0) <= ?`,
    clock.now,
  );
  return new Map(rows.map(({ id, open }) => [id, open]));
}

/** Whom a rule chooses now. */
async function chosenBy(world: World, { assignment: { rule, people }, last }: Rule): Promise<string | null> {
  const open = await openOrders(world);
  const free = people.filter((id) => open.has(id));
  if (rule === "nobody") return null;
  if (rule === "fewestOpen") return free.toSorted((one, other) => open.get(one)! - open.get(other)!)[0] ?? null;
  const turn = rule === "roundRobin" && last !== null ? people.indexOf(last) : -1;
  return [...free.filter((id) => people.indexOf(id) > turn), ...free][0] ?? null;
}

/** Some of the team get the service's orders by this rule, beginning with the n-th. */
async function setRule(
  world: World,
  id: string,
  assignmentRule: Assignment["rule"],
  n: number,
  fault: Choice["fault"] = null,
) {
  const staff = await aTeamMember(world, n);
  const team = [staff, await aTeamMember(world, n + 1), await aTeamMember(world, n + 2)].map((one) => one!.id);
  const [service] = await world.rows<{ name: string; type: "REGULAR"; version: number }>(
    "select name, service_type as type, version from services where id = ?",
    id,
  );
  const { name, type: serviceType, version } = service!;
  const input = ServiceInput.parse({
    id,
    version,
    name,
    serviceType,
    paymentTypes: ["SUBSCRIPTION", "DIRECT"],
    orderDuration: 1,
    frequency: "MONTH",
    assignmentRule,
    assignedPeople: [...new Set(team)].slice(0, assignmentRule === "person" ? 1 : 2 + (n % 2)),
  });
  await changeTurns(world, () => world.act("set rule", staff!, fault, (ctx) => saveService(ctx, input)));
}

export const teamworkCommands = [
  command("set an assignment rule", async (world, { a, b, c, fault }) => {
    const service = await world.nth<{ id: string }>(a, "select id from services where archived_at is null order by id");
    const rule = (["roundRobin", "fewestOpen", "roundRobin", "person", "nobody"] as const)[b % 5]!;
    if (service) await setRule(world, service.id, rule, c, fault);
  }),
  command(
    "sell under a rule",
    async (world, { a, b, c, fault }) => {
      const buyer = await aClient(world, a);
      const form = await filledForm(world, { a: b, b: a, c }, "s.assignment ->> 'rule' <> 'nobody'");
      if (!buyer || !form) return;
      if (b % 3 === 0 && (await ruleOf(world, form.serviceId)).assignment.rule !== "fewestOpen")
        await setRule(world, form.serviceId, "fewestOpen", c);
      const placed = await world.act("place", buyer, fault, (ctx) => placeOrder(ctx, form));
      if (placed.kind !== "ok" || !placed.value.clientSecret) return;
      const { orderSystemId: id, account, clientSecret } = placed.value;
      await confirmCard(world, { account }, clientSecret.split("_secret_")[0]!, 0);
      // Staff may choose someone before the payment.
      const staff = c % 4 === 0 ? await aTeamMember(world, b) : undefined;
      if (staff) {
        const assign = { id, assignedToId: staff.id };
        await world.act("assign before the payment", staff, null, (ctx) => updateOrder(ctx, assign));
      }
      const expected = staff?.id ?? (await chosenBy(world, await ruleOf(world, form.serviceId)));
      const paid = await world.act("complete", buyer, null, (ctx) => completeOrder(ctx, id));
      const [order] = await world.rows<{ person: string | null; state: string }>(
        "select assigned_to_id as person, pay_state as state from orders where id = ?",
        id,
      );
      if (paid.kind === "ok" && order?.state === "paid" && order.person !== expected)
        world.fail("rule-is-followed", `${id} went to ${order.person} instead of ${expected}`);
    },
    4,
  ),
  command("go away or come back", async (world, { a, b, c, fault }) => {
    const person = await aTeamMember(world, a);
    const boss = await aTeamMember(world, b, "SuperAdmin");
    if (!person || !boss) return;
    const awayDay = c % 3 === 0 ? "" : dayOf(clock.now + (1 + (c % 9)) * DAY);
    const { id, firstName, lastName } = person;
    const privileges = person.privileges ?? "Manager";
    await changeTurns(world, () =>
      b % 2 === 0
        ? world.act("go away", person, fault, (ctx) =>
            saveWorkingDay(ctx, WorkingDayInput.parse({ firstPage: "work", awayDay })),
          )
        : world.act("send away", boss, fault, (ctx) =>
            updateTeamAccount(ctx, { id, firstName, lastName, privileges, awayDay }),
          ),
    );
  }),
  command(
    "hand over",
    async (world, { a, b, c, fault }) => {
      const from = await aTeamMember(world, a);
      const boss = await aTeamMember(world, 0, "SuperAdmin");
      const heir = await aTeamMember(world, b);
      if (!from || !boss || !heir) return;
      const to = c % 2 === 0 ? BY_RULE : heir.id;
      const isOpen = "status in ('Active', 'Working', 'Inputs_Required')";
      const before = await world.rows<{ id: string; service: string }>(
        `select id, service_id as service from orders where assigned_to_id = ? and ${isOpen}`,
        from.id,
      );
      await changeTurns(world, async () => {
        const present = await openOrders(world);
        const done = await world.act("hand over", boss, fault, (ctx) => handOverOrders(ctx, { from: from.id, to }));
        if (done.kind !== "ok") return;
        if (done.value !== before.length) world.fail("hand-over-is-whole", `${done.value} of ${before.length} moved`);
        for (const { id, service } of before) {
          const [{ person }] = (await world.rows("select assigned_to_id as person from orders where id = ?", id)) as [
            { person: string | null },
          ];
          const { people } = (await ruleOf(world, service)).assignment;
          const fits =
            to === BY_RULE
              ? person === null || (person !== from.id && people.includes(person) && present.has(person))
              : person === to;
          if (!fits) world.fail("hand-over-is-whole", `${id} went from ${from.id} to ${person} by ${to}`);
        }
      });
    },
    2,
  ),
  command("snooze an order", async (world, choice) => {
    const at = await work(world, choice, PAID);
    if (!at) return;
    const { id, version } = at.order;
    const snoozedUntil = choice.c % 6 === 0 ? null : wakesOn(dayOf(clock.now + (1 + (choice.c % 5)) * DAY));
    await world.act("snooze", at.staff, choice.fault, (ctx) =>
      updateOrder(ctx, { id, version, snoozedUntil, snoozeReason: "Waits for the holidays" }),
    );
  }),
  command("a snooze ends", async (world, { a, b, fault }) => {
    const order = await world.nth<{ id: string; client: string; until: number | null; person: string }>(
      a,
      `select id, client_id as client, snoozed_until as until, assigned_to_id as person from orders
       where assigned_to_id is not null and awaiting_since is null and status in ('Active', 'Working') order by id`,
    );
    const staff = order && (await clientOf(world, order.person));
    const client = order && (await clientOf(world, order.client));
    if (!staff || !client) return;
    const { id } = order;
    const isLater = order.until !== null && order.until > clock.now;
    const until = isLater ? order.until! : wakesOn(dayOf(clock.now + (1 + (b % 5)) * DAY))!;
    const change = { id, snoozedUntil: until, snoozeReason: "Waits for the text" };
    if (!isLater) await world.act("snooze", staff, null, (ctx) => updateOrder(ctx, change));
    const rests = async () => {
      const page = await world.act("read snoozed work", staff, null, (ctx) => workGroupPage(ctx, "snoozed", 1));
      return page.kind === "ok" && page.value.items.some((item) => item.id === id);
    };
    if (!(await rests())) world.fail("snooze-rests", `${id} does not rest until ${until}`);
    if (b % 2 === 0) {
      const message = { orderId: id, thread: "Customer" as const, body: `${world.token()} Hello?`, key: world.key() };
      const sent = await world.act("wake", client, fault, (ctx) => sendMessage(ctx, message));
      if (sent.kind === "ok" && (await rests())) world.fail("client-wakes", `${id} still rests until ${until}`);
      return;
    }
    await world.waitUntil(until);
    if (await rests()) world.fail("snooze-rests", `${id} still rests after ${until}`);
    await world.cron("*/10 * * * *", fault);
  }),
  command(
    "deliver",
    async (world, choice) => {
      const at = await work(world, choice, PAID);
      if (!at) return;
      const { id, status: before } = at.order;
      const next = staffTransitions[before].filter((status) => status !== "Cancelled");
      const token = world.token();
      const input = DeliverOrderInput.parse({
        id,
        ...(choice.a % 4 > 0 ? { links: [`https://reports.example.com/${world.key()}`] } : {}),
        ...(choice.b % 3 > 0 ? { message: `${token} It is done` } : {}),
        ...(choice.c % 3 > 0 ? { status: next[choice.c % next.length] ?? orderStatuses[choice.c % 7] } : {}),
        closeOpenRows: choice.c % 2 === 0,
        key: world.key(),
      });
      const post = (fault: typeof choice.fault) =>
        world.act("deliver order", at.staff, fault, (ctx) => deliverOrder(ctx, input));
      const done = await post(choice.fault);
      // The form is sent again when no answer came, and by an impatient person.
      if (done.kind === "fault" || choice.b % 4 === 0) await post(null);
    },
    3,
  ),
  command("deliver in a race", async (world, choice) => {
    const order = await anOrder(world, choice.a, PAID);
    const staff = await aTeamMember(world, choice.b);
    if (!order || !staff) return;
    const links = [`https://reports.example.com/${world.key()}`];
    const input = DeliverOrderInput.parse({ id: order.id, links, key: world.key() });
    const post = () => world.act("deliver in a race", staff, null, (ctx) => deliverOrder(ctx, input));
    const note = () =>
      world.act("notes in a race", staff, null, (ctx) => updateOrder(ctx, { id: order.id, notes: `Race ${choice.c}` }));
    await world.race(choice.c % 2 === 0 ? [post, post] : [post, note, post]);
  }),
];
