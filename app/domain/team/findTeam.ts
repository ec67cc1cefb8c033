import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { columnWhere, type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { twoFactors, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
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
  version: number;
}

const columns: FilterColumns<"privileges" | "name" | "email"> = {
  privileges: users.privileges,
  name: (filter) =>
    "value" in filter
      ? sql`instr(${users.firstNameFolded} || ' ' || ${users.lastNameFolded}, ${foldText(String(filter.value))}) > 0`
      : undefined,
  email: (filter) =>
    filter.operation === "eq"
      ? eq(users.emailFolded, foldText(String(filter.value)))
      : columnWhere(users.emailFolded, filter),
};

const hasTwoFactor =
  sql<boolean>`${users.id} in (select ${twoFactors.userId} from ${twoFactors} where ${twoFactors.enabledAt} is not null)`.mapWith(
    Boolean,
  );

const selectAccounts = (ctx: Context) =>
  ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      privileges: users.privileges,
      photoKey: users.photoKey,
      twoFactor: hasTwoFactor.as("two_factor"),
      version: users.version,
    })
    .from(users);

const isTeam = and(eq(users.role, "ADMIN"), isNull(users.deletedAt));

/** One page of team accounts in one round trip (POST /admin/find). */
export async function findTeam(ctx: Context, query: TeamQuery): Promise<Page<TeamAccount>> {
  authorize(ctx, "team.manage");
  const where = and(isTeam, listWhere(query, columns));
  const [rows, totals] = await ctx.db.batch([
    selectAccounts(ctx)
      .where(where)
      .orderBy(...listOrder(query, { name: users.firstNameFolded, createdTime: users.createdAt }, users.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    ctx.db.select({ total: sql<number>`count(*)` }).from(users).where(where),
  ]);
  return { content: rows, totalElements: totals[0]?.total ?? 0 };
}

/** A team account by id or email address. Throws NotFound, also for a client. */
export async function teamAccount(ctx: Context, by: { id: string } | { email: string }): Promise<TeamAccount> {
  authorize(ctx, "team.manage");
  const wanted = "id" in by ? eq(users.id, by.id) : eq(users.emailFolded, foldText(by.email));
  const account = await selectAccounts(ctx).where(and(isTeam, wanted)).get();
  if (!account) throw new NotFound("This team account does not exist");
  return account;
}
