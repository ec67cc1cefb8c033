import { newToken } from "../../app/domain/accounts/newToken";
import { hashSecret } from "../../app/domain/accounts/sessionSecret";
import { setUpStatement } from "../../app/domain/setup/setUpToken";

/** A new set-up token with the statement that makes it valid. `now` in ms UTC. */
export async function newSetUp(siteUrl: string, now: number) {
  const token = newToken();
  return {
    address: `${siteUrl.replace(/\/$/, "")}/setup?token=${token}`,
    statement: setUpStatement(await hashSecret(token), now),
  };
}

/** The address that sets up a portal without a super admin; null when it has one. */
export async function setUpAddress(database: D1Database, siteUrl: string, now: number): Promise<string | null> {
  const { address, statement } = await newSetUp(siteUrl, now);
  const { meta } = await database.prepare(statement).run();
  return meta.changes > 0 ? address : null;
}
