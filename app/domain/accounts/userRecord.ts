import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/** Selects one user who is not deleted. Leaves out the password hash, so it never leaves the database. */
export const userRecord = (ctx: Pick<Context, "db">, id: string) =>
  ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      privileges: users.privileges,
      photoKey: users.photoKey,
      company: users.company,
      taxId: users.taxId,
      phoneNo: users.phoneNo,
      address: users.address,
      city: users.city,
      country: users.country,
      state: users.state,
      zipCode: users.zipCode,
      firstLogin: users.firstLogin,
      affiliate: users.affiliate,
      affiliateCode: users.affiliateCode,
      userStatus: users.userStatus,
      clientType: users.clientType,
      lastLogin: users.lastLogin,
      createdAt: users.createdAt,
      version: users.version,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));

export type UserRecord = Awaited<ReturnType<typeof userRecord>>[number];
