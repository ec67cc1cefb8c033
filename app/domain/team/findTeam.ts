import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { fullNameFolded } from "~db/fullName";
import { columnWhere } from "~db/listWhere.server";
import { type ListRow, listSource, readListRow, runList } from "~db/runList.server";
import { twoFactors, users } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { authorize } from "../access";
import { awayDayOf } from "../accounts/workingDay";
import { agencyZone, type Context } from "../context";
import { NotFound } from "../errors";
import type { Privilege } from "../roles";
import type { TeamQuery } from "./teamList";

/** Never includes the password. */
export interface TeamAccount {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Null in old rows. */
  privileges: Privilege | null;
  photoKey: string | null;
  /** True when the account signs in with a second factor. */
  twoFactor: boolean;
  /** True until the person accepts the invitation and sets a password. */
  invited: boolean;
  /** True until the first day back. */
  away: boolean;
  /** That day, yyyy-MM-dd in the agency's zone; empty when the person is here. */
  awayDay: string;
  version: number;
}

const team = listSource({
  table: users,
  id: users.id,
  columns: {
    id: users.id,
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    privileges: users.privileges,
    photoKey: users.photoKey,
    enabledAt: sql<
      number | null
    >`(select ${twoFactors.enabledAt} from ${twoFactors} where ${eq(twoFactors.userId, users.id)})`,
    withoutPassword: sql<number>`${users.passwordHash} is null`,
    awayUntil: users.awayUntil,
    version: users.version,
  },
  filters: {
    privileges: users.privileges,
    name: (filter) => ("value" in filter ? hasWords(fullNameFolded(users), String(filter.value)) : undefined),
    email: (filter) =>
      filter.operation === "eq"
        ? eq(users.emailFolded, foldText(String(filter.value)))
        : columnWhere(users.emailFolded, filter),
  },
  sorts: { name: users.firstNameFolded, createdTime: users.createdAt },
});

const accountOf =
  (ctx: Context) =>
  ({ enabledAt, withoutPassword, awayUntil, ...account }: ListRow<typeof team>): TeamAccount => ({
    ...account,
    away: awayUntil !== null && awayUntil > ctx.now,
    awayDay: awayUntil !== null && awayUntil > ctx.now ? awayDayOf(awayUntil, agencyZone(ctx)) : "",
    twoFactor: enabledAt !== null,
    invited: withoutPassword === 1,
  });

const isTeam = and(eq(users.role, "ADMIN"), isNull(users.deletedAt));

/** One page of team accounts in one round trip (POST /admin/find). */
export async function findTeam(ctx: Context, query: TeamQuery): Promise<Page<TeamAccount>> {
  authorize(ctx, "team.manage");
  return await runList(ctx.db, team, query, { where: isTeam, toRow: accountOf(ctx) });
}

/** A team account by id or email address. Throws NotFound, also for a client. */
export async function teamAccount(ctx: Context, by: { id: string } | { email: string }): Promise<TeamAccount> {
  authorize(ctx, "team.manage");
  const wanted = "id" in by ? eq(users.id, by.id) : eq(users.emailFolded, foldText(by.email));
  const account = await readListRow(ctx.db, team, and(isTeam, wanted));
  if (!account) throw new NotFound("This team account does not exist");
  return accountOf(ctx)(account);
}
