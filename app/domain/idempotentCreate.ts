import { isUniqueViolation } from "~db/client.server";
import { conflictOnPreconditionFailed } from "./conflictOnPreconditionFailed";
import { Conflict } from "./errors";

const SENT_BEFORE = "This form was already sent. Reload the page to create another one.";

/**
 * Makes form posts idempotent. The page contains the new row's id (`newId`), so a repeated post fails on the unique
 * index. Used in that batch's catch: succeeds when the stored row equals what was sent, else throws Conflict.
 */
export const idempotentCreate =
  <Row extends object>(newId: string | undefined, stored: () => PromiseLike<Row | undefined>, sent: Partial<Row>) =>
  async (error: unknown): Promise<void> => {
    if (newId === undefined || !isUniqueViolation(error)) return conflictOnPreconditionFailed(error);
    const made = await stored();
    const same = made && Object.entries(sent).every(([field, value]) => isSame(made[field as keyof Row], value));
    if (!same) throw new Conflict(SENT_BEFORE);
  };

/** Compares lists by content. */
const isSame = (stored: unknown, sent: unknown) => stored === sent || JSON.stringify(stored) === JSON.stringify(sent);
