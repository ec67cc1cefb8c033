import { hashPassword } from "~/domain/accounts/passwords";
import type { ActorUser } from "~/domain/context";
import type { Privilege } from "~/domain/roles";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { users } from "~db/schema";
import { people, type SeedPerson, typesInTurn } from "./people";
import { randomFrom } from "./random";
import { DAY_MS, type Seed } from "./seedContext";

/** Password of every seeded account. */
const PASSWORD = "Portal#2026";

type UserRow = typeof users.$inferInsert;

export interface SeededAccounts {
  superAdmin: ActorUser;
  /** Possible assignees. */
  team: ActorUser[];
  /** Oldest first, including customer@ and affiliate@. */
  clients: SeededClient[];
}
export interface SeededClient {
  user: ActorUser;
  createdAt: number;
  billing: { address: string; city: string; state: string; zipCode: string; country: string };
}

const row = (
  values: Pick<UserRow, "firstName" | "lastName" | "email" | "role" | "createdAt"> & Partial<UserRow>,
): UserRow => ({
  id: newId(values.createdAt),
  emailVerifiedAt: values.createdAt,
  ...values,
  firstNameFolded: foldText(values.firstName),
  lastNameFolded: foldText(values.lastName),
  emailFolded: foldText(values.email),
});

const staffRow = (firstName: string, lastName: string, mailbox: string, privileges: Privilege, createdAt: number) =>
  row({
    firstName,
    lastName,
    email: `${mailbox}@example.com`,
    role: "ADMIN",
    privileges,
    firstLogin: false,
    createdAt,
  });

const actorOf = (user: UserRow): ActorUser => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  privileges: user.privileges ?? null,
  affiliate: user.affiliate ?? false,
  affiliateCode: user.affiliateCode ?? null,
});

/**
 * Writes the accounts in one batch, as sign-up would. Sign-up itself is not used: hashing the shared password for
 * each account would dominate the seed's run time.
 */
async function writeAccounts(seed: Seed, rows: UserRow[]): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await atomicBatch(
    seed.db,
    rows.map((user) => seed.db.insert(users).values({ ...user, passwordHash })),
  );
}

/** The team, customer@, affiliate@ and the clients of people.ts, who signed up over the last 300 days. */
export async function seedAccounts(seed: Seed): Promise<SeededAccounts> {
  const { now } = seed.env;
  const random = randomFrom(11);
  const superAdmin = staffRow("Dana", "Whitmore", "superadmin", "SuperAdmin", now - 420 * DAY_MS);
  const team = [
    staffRow("Marcus", "Ellery", "manager", "Manager", now - 400 * DAY_MS),
    staffRow("Renée", "Castillo", "admin", "Admin", now - 390 * DAY_MS),
  ];
  const clientRow = (one: SeedPerson, values: Partial<UserRow> & { createdAt: number }) => {
    const { mailbox, firstName, lastName, ...address } = one;
    return row({
      firstName,
      lastName,
      email: `${mailbox}@example.com`,
      role: "CUSTOMER",
      phoneNo: `+1 555 01${String(random.between(0, 99)).padStart(2, "0")}`,
      ...address,
      ...values,
    });
  };
  const clients = [
    clientRow(
      {
        firstName: "Casey",
        lastName: "Morgan",
        mailbox: "customer",
        country: "United States",
        city: "San Diego",
        state: "CA",
        zipCode: "92101",
        address: "600 B Street",
      },
      { createdAt: now - 200 * DAY_MS, clientType: "BUSINESS", firstLogin: false, lastLogin: now - DAY_MS },
    ),
    clientRow(
      {
        firstName: "Alex",
        lastName: "Rivera",
        mailbox: "affiliate",
        country: "United States",
        city: "Miami",
        state: "FL",
        zipCode: "33131",
        address: "801 Brickell Ave",
      },
      {
        createdAt: now - 250 * DAY_MS,
        clientType: "AFFILIATE",
        affiliate: true,
        affiliateCode: "AFF2026",
        firstLogin: false,
        lastLogin: now - 2 * DAY_MS,
      },
    ),
    ...people.map((one, index) => {
      // The last ones have just signed up and not come back.
      const isNew = index % 12 === 11;
      const days = isNew ? random.between(1, 6) : random.between(125, 300);
      // Some sign up while others already order, so every period has new clients and revenue.
      const createdAt = Math.round(now - (!isNew && index % 4 === 1 ? days / 3 : days) * DAY_MS);
      return clientRow(one, {
        createdAt,
        clientType: typesInTurn[index % typesInTurn.length] ?? null,
        userStatus: index % 20 === 19 ? "INACTIVE" : "LEAD",
        // Migrated from the previous system, which used numeric ids.
        importedId: index % 9 === 4 ? String(48_210 + index * 17) : null,
        firstLogin: isNew,
        lastLogin: isNew ? null : Math.round(now - random.next() * 30 * DAY_MS),
      });
    }),
  ].sort((a, b) => a.createdAt - b.createdAt);
  await writeAccounts(seed, [superAdmin, ...team, ...clients]);
  return {
    superAdmin: actorOf(superAdmin),
    team: team.map(actorOf),
    clients: clients.map((user) => ({
      user: actorOf(user),
      createdAt: user.createdAt,
      billing: {
        address: user.address ?? "",
        city: user.city ?? "",
        state: user.state ?? "",
        zipCode: user.zipCode ?? "",
        country: user.country ?? "",
      },
    })),
  };
}
