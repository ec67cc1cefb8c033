import { signUp } from "~/domain/accounts/signUp";
import { UpdateClientInput } from "~/domain/clients/clientInputs";
import { createClient } from "~/domain/clients/createClient";
import { saveClientNote } from "~/domain/clients/saveClientNote";
import { updateClient } from "~/domain/clients/updateClient";
import { markAllNotificationsRead } from "~/domain/notifications/markAllNotificationsRead";
import { createTeamAccount } from "~/domain/team/createTeamAccount";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { newId } from "~db/ids";
import { storeVisits } from "../../../workers/referral/storeVisits";
import { aClient, aTeamMember } from "../engine/agency";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import type { World } from "../engine/world";

const PASSWORD = "Portal#2026";

/** Every second visitor came by an affiliate's link. */
export async function anArrival(world: World, n: number) {
  const affiliate = await world.nth<{ code: string }>(
    n,
    "select affiliate_code as code from users where affiliate_code is not null order by id",
  );
  const click = { id: newId(clock.now), affiliateCode: affiliate?.code ?? "NONE", at: clock.now };
  return {
    click: n % 2 === 0 ? { state: "sound" as const, click } : { state: "none" as const },
    affiliateSeen: null,
  };
}

export const peopleCommands = [
  command("sign up", async (world, { a, b, fault }) => {
    const form = {
      firstName: "Grace",
      lastName: `Hopper ${a}`,
      email: `buyer${a % 60}@example.com`,
      password: PASSWORD,
    };
    const arrival = await anArrival(world, b);
    const done = await world.act("sign up", "anonymous", fault, (ctx) => signUp(ctx, form, arrival));
    if (done.kind === "ok") world.acknowledge("account", "users", done.value.userId);
  }),
  command(
    "click a referral link",
    async (world, { a, b, fault }) => {
      const affiliate = await world.nth<{ code: string }>(
        a,
        "select affiliate_code as code from users where affiliate_code is not null order by id",
      );
      if (!affiliate) return;
      const visit = {
        id: newId(clock.now),
        code: affiliate.code,
        landingPath: "/",
        referrer: "",
        userAgent: "Firefox",
        bot: b % 5 === 0,
        at: clock.now,
      };
      const message = { body: visit, attempts: 1, ack: () => {}, retry: () => {} };
      await world.act("click", "system", fault, (ctx) =>
        storeVisits({ messages: [message, message] } as never, ctx.db.$client, {} as never),
      );
    },
    1,
  ),
  command(
    "invite a client",
    async (world, { a, b, fault }) => {
      const staff = await aTeamMember(world, b);
      const input = { firstName: "New", lastName: "Client", email: `client${a % 40}@example.com` };
      if (staff) await world.act("invite client", staff, fault, (ctx) => createClient(ctx, input));
    },
    1,
  ),
  command("edit a client", async (world, { a, b, c, fault }) => {
    const client = await aClient(world, a);
    const staff = await aTeamMember(world, b);
    if (!client || !staff) return;
    const input = UpdateClientInput.parse({
      id: client.id,
      firstName: `Name${c % 9}`,
      userStatus: "ACTIVE",
      phoneNo: "+1 555 0100",
    });
    await world.act("edit client", staff, fault, (ctx) => updateClient(ctx, input));
  }),
  command("enable an affiliate", async (world, { a, b, c, fault }) => {
    const client = await aClient(world, a);
    const staff = await aTeamMember(world, b);
    const services = await world.rows<{ id: string }>("select id from services order by id");
    if (!client || !staff) return;
    const commissions = services.map(({ id }) => ({
      serviceId: id,
      percent: ["10", "12.5", "0"][c % 3],
      perpetual: c % 2 === 0,
      firstTime: true,
    }));
    const input = UpdateClientInput.parse({ id: client.id, affiliate: c % 7 > 0, commissions });
    await world.act("enable affiliate", staff, fault, (ctx) => updateClient(ctx, input));
  }),
  command(
    "write a client note",
    async (world, { a, b, c, fault }) => {
      const client = await aClient(world, a);
      const staff = await aTeamMember(world, b);
      if (client && staff)
        await world.act("client note", staff, fault, (ctx) =>
          saveClientNote(ctx, { clientId: client.id, body: `Note ${c}` } as never),
        );
    },
    1,
  ),
  command(
    "invite staff",
    async (world, { a, b, fault }) => {
      const staff = await aTeamMember(world, 0, "SuperAdmin");
      const privileges = (["Manager", "Admin", "SuperAdmin"] as const)[b % 3]!;
      // The history has names alone, so each is given once.
      const lastName = `Member ${world.counts.commands}`;
      const input = { email: `team${a % 20}@example.com`, firstName: "Team", lastName, privileges };
      if (staff) await world.act("invite staff", staff, fault, (ctx) => createTeamAccount(ctx, input));
    },
    1,
  ),
  command(
    "remove staff",
    async (world, { a, fault }) => {
      const staff = await aTeamMember(world, 0, "SuperAdmin");
      const gone = await aTeamMember(world, a);
      if (!staff || !gone) return;
      clock.now++;
      await world.act("remove staff", staff, fault, (ctx) => deleteTeamAccount(ctx, { id: gone.id }));
      clock.now++;
      await world.beginTurns();
    },
    1,
  ),
  command(
    "change a privilege",
    async (world, { a, b, fault }) => {
      const staff = await aTeamMember(world, 0, "SuperAdmin");
      const other = await aTeamMember(world, a);
      if (!staff || !other) return;
      const privileges = (["Manager", "Admin", "SuperAdmin"] as const)[b % 3]!;
      const input = { id: other.id, firstName: other.firstName, lastName: other.lastName, privileges };
      await world.act("change privilege", staff, fault, (ctx) => updateTeamAccount(ctx, input));
    },
    1,
  ),
  command(
    "read notifications",
    async (world, { a, b, fault }) => {
      const reader = b % 2 === 0 ? await aTeamMember(world, a) : await aClient(world, a);
      if (reader) await world.act("read notifications", reader, fault, (ctx) => markAllNotificationsRead(ctx));
    },
    1,
  ),
];
