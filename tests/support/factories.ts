import type { ActorUser } from "~/domain/context";
import type { Db } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { orders, packages, refunds, services, users } from "~db/schema";
import { TEST_NOW } from "./testContext";

let serial = 0;
const next = () => ++serial;

const actorOf = (row: typeof users.$inferSelect): ActorUser => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  role: row.role,
  privileges: row.privileges,
  affiliate: row.affiliate,
  affiliateCode: row.affiliateCode,
});

/** A stored customer. */
export async function aCustomer(db: Db, values: Partial<typeof users.$inferInsert> = {}): Promise<ActorUser> {
  const n = next();
  const firstName = values.firstName ?? `Customer${n}`;
  const lastName = values.lastName ?? "Example";
  const email = values.email ?? `customer${n}@example.com`;
  const [row] = await db
    .insert(users)
    .values({
      id: newId(TEST_NOW),
      role: "CUSTOMER",
      createdAt: TEST_NOW,
      emailVerifiedAt: TEST_NOW,
      ...values,
      email,
      firstName,
      lastName,
      emailFolded: foldText(email),
      firstNameFolded: foldText(firstName),
      lastNameFolded: foldText(lastName),
    })
    .returning();
  return actorOf(row!);
}

/** A stored staff member; SuperAdmin by default. */
export const aStaffMember = (db: Db, values: Partial<typeof users.$inferInsert> = {}) =>
  aCustomer(db, { firstName: "Staff", role: "ADMIN", privileges: "SuperAdmin", firstLogin: false, ...values });

/** A stored service with one package of $100.00 and 10 % off from 10 units. */
export async function aService(
  db: Db,
  values: Partial<typeof services.$inferInsert> = {},
  packageValues: Partial<typeof packages.$inferInsert>[] = [{}],
) {
  const n = next();
  const id = newId(TEST_NOW);
  const name = values.name ?? `Service ${n}`;
  const [service] = await db
    .insert(services)
    .values({
      id,
      slug: id.toLowerCase(),
      serviceType: "REGULAR",
      paymentTypes: ["SUBSCRIPTION", "DIRECT"],
      subStatuses: [],
      createdAt: TEST_NOW,
      ...values,
      name,
      nameFolded: foldText(name),
    })
    .returning();
  const rows = [];
  for (const [sequence, overrides] of packageValues.entries()) {
    const [row] = await db
      .insert(packages)
      .values({
        id: newId(TEST_NOW),
        serviceId: service!.id,
        name: `Package ${sequence + 1}`,
        price: 100_00,
        addOns: [],
        discounts: [{ count: 10, percent: 10 }],
        sequence,
        createdAt: TEST_NOW,
        ...overrides,
      })
      .returning();
    rows.push(row!);
  }
  return { service: service!, packages: rows };
}

/** A stored order of one client; Active and paid by default. */
export async function anOrder(db: Db, values: Partial<typeof orders.$inferInsert> & { clientId: string }) {
  const n = next();
  const serviceId = values.serviceId ?? (await aService(db)).service.id;
  const [row] = await db
    .insert(orders)
    .values({
      id: newId(TEST_NOW),
      number: 20_000 + n,
      serviceId,
      serviceName: `Service ${n}`,
      billing: {
        address: "1 Main Street",
        city: "Austin",
        state: "TX",
        zipCode: "78701",
        country: "United States",
        phoneNo: "",
      },
      status: "Active",
      subStatuses: [],
      paymentType: "DIRECT",
      account: "regular",
      orderDuration: 1,
      frequency: "MONTH",
      subtotal: 100_00,
      tieredTotal: 100_00,
      total: 100_00,
      payState: "paid",
      source: {},
      createdBy: values.clientId,
      createdAt: TEST_NOW,
      paidAt: TEST_NOW,
      ...values,
    })
    .returning();
  return row!;
}

/** A stored refund of an order; by default of its total, by staff and succeeded now. */
export async function aRefund(
  db: Db,
  order: typeof orders.$inferSelect,
  values: Partial<typeof refunds.$inferInsert> = {},
) {
  const [row] = await db
    .insert(refunds)
    .values({
      id: newId(TEST_NOW),
      orderId: order.id,
      account: order.account,
      amount: order.total,
      source: "portal",
      state: "succeeded",
      createdById: order.createdBy,
      createdAt: TEST_NOW,
      refundedAt: TEST_NOW,
      ...values,
    })
    .returning();
  return row!;
}
