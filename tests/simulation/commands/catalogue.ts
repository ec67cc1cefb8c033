import { deletePackage } from "~/domain/catalogue/deletePackage";
import { deleteService } from "~/domain/catalogue/deleteService";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { DeletePackageInput, PackageInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { saveSettings } from "~/domain/settings/saveSettings";
import { aTeamMember } from "../engine/agency";
import { taxSets } from "../engine/agencyTaxes";
import { clock } from "../engine/clock";
import { command } from "../engine/command";
import type { World } from "../engine/world";

const aService = (world: World, n: number) =>
  world.nth<{ id: string; name: string; service_type: string; version: number }>(
    n,
    "select id, name, service_type, version from services where archived_at is null order by id",
  );
const aPackage = (world: World, n: number) =>
  world.nth<{ id: string; service_id: string; name: string; version: number }>(
    n,
    "select id, service_id, name, version from packages where archived_at is null order by id",
  );

/** Longer than a second, so that the times of the provider's objects tell which taxes they had. */
const PAUSE_MS = 2000;

export const catalogueCommands = [
  command("change the taxes", async (world, { a, fault }) => {
    const staff = await aTeamMember(world, 0, "SuperAdmin");
    const [row] = await world.rows<{ version: number }>("select version from settings where key = 'company'");
    if (!staff) return;
    const values = { version: row?.version ?? 0, taxes: taxSets[a % taxSets.length]! };
    clock.now += PAUSE_MS;
    await world.act("change taxes", staff, fault, (ctx) => saveSettings(ctx, "company", values));
    await world.readTaxes();
    clock.now += PAUSE_MS;
  }),
  command("edit or hide a service", async (world, { a, b, c, fault }) => {
    const service = await aService(world, a);
    const staff = await aTeamMember(world, b);
    if (!service || !staff) return;
    const { id, version, name, service_type: serviceType } = service;
    const input = ServiceInput.parse({
      id,
      version,
      serviceType,
      name: `${name.slice(0, 20)} ${c % 3}`,
      visible: c % 3 > 0,
      paymentTypes: ["SUBSCRIPTION", "DIRECT"],
      orderDuration: 1 + (c % 2),
      frequency: "MONTH",
    });
    await world.act("edit service", staff, fault, (ctx) => saveService(ctx, input));
  }),
  command("edit a price", async (world, { a, b, c, fault }) => {
    const one = await aPackage(world, a);
    const staff = await aTeamMember(world, b);
    if (!one || !staff) return;
    const { id, version, name, service_id: serviceId } = one;
    const price = [100_00, 35_50, 19_99, 250_00][c % 4];
    const discounts = c % 3 === 0 ? [] : [{ count: 10, percent: 10 }];
    const input = PackageInput.parse({ id, version, serviceId, name, price, addOns: [], discounts });
    await world.act("edit price", staff, fault, (ctx) => savePackage(ctx, input));
  }),
  command(
    "add a package",
    async (world, { a, b, fault }) => {
      const service = await aService(world, a);
      const staff = await aTeamMember(world, b);
      if (!service || !staff) return;
      const input = PackageInput.parse({
        serviceId: service.id,
        name: "Extra",
        price: 80_00,
        addOns: [],
        discounts: [],
      });
      await world.act("add package", staff, fault, (ctx) => savePackage(ctx, input));
    },
    1,
  ),
  command(
    "delete a package",
    async (world, { a, b, fault }) => {
      const one = await aPackage(world, a);
      const staff = await aTeamMember(world, b);
      if (!one || !staff) return;
      const input = DeletePackageInput.parse({ id: one.id, serviceId: one.service_id });
      await world.act("delete package", staff, fault, (ctx) => deletePackage(ctx, input));
    },
    1,
  ),
  command(
    "duplicate a service",
    async (world, { a, b, fault }) => {
      const service = await aService(world, a);
      const staff = await aTeamMember(world, b);
      if (service && staff) await world.act("duplicate", staff, fault, (ctx) => duplicateService(ctx, service.id));
    },
    1,
  ),
  command(
    "delete a service",
    async (world, { a, b, fault }) => {
      const service = await aService(world, a);
      const staff = await aTeamMember(world, b);
      if (service && staff) await world.act("delete service", staff, fault, (ctx) => deleteService(ctx, service.id));
    },
    1,
  ),
];
