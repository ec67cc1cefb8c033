import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/** Whom a mail goes to; undefined when the account was deleted. */
export const mailRecipient = ({ db }: Pick<Context, "db">, userId: string) =>
  db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
