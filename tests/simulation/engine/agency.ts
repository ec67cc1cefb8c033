import { notTracked } from "~/domain/catalogue/tracking";
import type { ActorUser } from "~/domain/context";
import { paymentAccounts } from "~/domain/ports/payments";
import type { Db } from "~db/client.server";
import { newId } from "~db/ids";
import { affiliateProgramme, intakeFields, paymentEventMarks, users } from "~db/schema";
import { anAffiliate, anAgreement, aReferral } from "../../support/commissions";
import { aCustomer, aService, aStaffMember } from "../../support/factories";
import { clock } from "./clock";
import type { World } from "./world";

/**
 * The agency that each run begins with: a team, clients with an affiliate among them, and services of both accounts.
 */
export async function foundAgency(db: Db): Promise<void> {
  const created = { createdAt: clock.now };
  const mark = { readUpTo: clock.now, numbersCheckedAt: clock.now };
  await db.insert(paymentEventMarks).values(paymentAccounts.map((account) => ({ account, ...mark })));
  // Commissions can be approved immediately; a command changes it.
  await db.update(affiliateProgramme).set({ holdingDays: 0 });
  const team = [
    await aStaffMember(db, { firstName: "Sam", privileges: "SuperAdmin", ...created }),
    await aStaffMember(db, { firstName: "Ada", privileges: "Admin", ...created }),
    await aStaffMember(db, { firstName: "Max", privileges: "Manager", ...created }),
  ];
  const affiliate = await anAffiliate(db, created);
  const other = await anAffiliate(db, created);
  await aCustomer(db, created);
  await aReferral(db, affiliate);
  await aReferral(db, other);
  const assignment = { rule: "roundRobin" as const, people: team.map(({ id }) => id) };
  const site = await aService(db, { serviceType: "REGULAR", turnaroundDays: 5, assignment }, [{}, { price: 35_50 }]);
  const links = await aService(db, { serviceType: "CUSTOM", orderDuration: 1, frequency: "MONTH" }, [
    {},
    { tracking: { ...notTracked, tracked: true, approveSite: true, silentApprovalHours: 48, turnaroundDays: 10 } },
    { price: 60_00, tracking: { ...notTracked, tracked: true, guaranteeDays: 120, remedy: "refund" } },
  ]);
  await anAgreement(db, affiliate, site.service.id);
  await anAgreement(db, affiliate, links.service.id, { percent: 1250 });
  await anAgreement(db, other, site.service.id, { firstTime: true, perpetual: false });
  const field = { itemType: "TEXT", mandatory: true, name: "Website", sequence: 0 } as const;
  await db.insert(intakeFields).values({ ...field, id: newId(clock.now), serviceId: site.service.id });
}

const actorColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  privileges: users.privileges,
  affiliate: users.affiliate,
  affiliateCode: users.affiliateCode,
};

const nthOf = (people: ActorUser[], n: number) => people[n % people.length];

async function people(world: World): Promise<ActorUser[]> {
  const rows = await world.db
    .select({ ...actorColumns, deletedAt: users.deletedAt })
    .from(users)
    .orderBy(users.id);
  return rows.filter((row) => row.deletedAt === null).map(({ deletedAt: _, ...person }) => person);
}

/** The n-th client, counted round. */
export const aClient = async (world: World, n: number) =>
  nthOf(
    (await people(world)).filter(({ role }) => role === "CUSTOMER"),
    n,
  );

export const clientOf = async (world: World, id: string) => (await people(world)).find((person) => person.id === id);

/** The n-th of the team, or of those with a privilege. */
export const aTeamMember = async (world: World, n: number, ...privileges: string[]) =>
  nthOf(
    (await people(world)).filter(
      ({ role, privileges: own }) => role === "ADMIN" && (privileges.length === 0 || privileges.includes(own ?? "")),
    ),
    n,
  );
