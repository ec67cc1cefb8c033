import { sql } from "drizzle-orm";
import { batchRaw, type Db, rawSelect } from "~db/client.server";
import { hashSecret } from "../accounts/sessionSecret";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { sameText } from "../sameText";

/** The row of `settings` that holds the hash of the set-up token until the first super admin exists. */
export const SETUP_TOKEN = "setup-token";
const VALID_MS = 7 * DAY_MS;

/** True for a portal that someone has set up. */
const HAS_SUPER_ADMIN =
  "exists (select 1 from users where role = 'ADMIN' and privileges = 'SuperAdmin' and deleted_at is null)";
export const hasNoSuperAdmin = sql.raw(`not ${HAS_SUPER_ADMIN}`);

/**
 * The statement that makes a token valid for seven days, in place of an earlier one; it does nothing once a super admin
 * exists (rules.md settings/set-up). For programs that start or deploy a portal: it holds the hash only.
 */
export const setUpStatement = (hash: string, now: number) =>
  `insert into settings (key, value, version, updated_at) select '${SETUP_TOKEN}', '${JSON.stringify({ hash, expiresAt: now + VALID_MS })}', 1, ${now} where not ${HAS_SUPER_ADMIN} on conflict (key) do update set value = excluded.value, version = version + 1, updated_at = excluded.updated_at`;

type SetUpState = "done" | "open" | "wrong-token";

/** Whether the portal is set up, and if not, whether this is its token. */
export async function setUpState({ db, now }: Pick<Context, "now"> & { db: Db }, token: string): Promise<SetUpState> {
  const [[row]] = await batchRaw(
    db,
    rawSelect<{ done: number; stored: string | null }>(
      sql`select ${sql.raw(HAS_SUPER_ADMIN)} as done, (select value from settings where key = ${SETUP_TOKEN}) as stored`,
    ),
  );
  if (row?.done) return "done";
  const stored = row?.stored ? (JSON.parse(row.stored) as { hash: string; expiresAt: number }) : null;
  const isIt = stored && now < stored.expiresAt && sameText(await hashSecret(token), stored.hash);
  return isIt ? "open" : "wrong-token";
}
