import { isUniqueViolation } from "~db/client.server";
import { conflictOnPreconditionFailed } from "./conflictOnPreconditionFailed";
import { Conflict } from "./errors";

const SENT_BEFORE = "This form was already sent. Reload the page to create another one.";

/**
 * A form makes one thing, however often it is posted: pressed twice without script, or sent again because the answer was
 * lost. Its page gives the id (`newId`) that the thing gets, so the second insert finds it taken. For the catch of that
 * batch: done, when what is stored under the id says the same as what was sent; throws Conflict otherwise.
 */
export const idempotentCreate =
  <Row extends object>(newId: string | undefined, stored: () => PromiseLike<Row | undefined>, sent: Partial<Row>) =>
  async (error: unknown): Promise<void> => {
    if (newId === undefined || !isUniqueViolation(error)) return conflictOnPreconditionFailed(error);
    const made = await stored();
    const same = made && Object.entries(sent).every(([field, value]) => isSame(made[field as keyof Row], value));
    if (!same) throw new Conflict(SENT_BEFORE);
  };

/** Lists are read back as others of the same words. */
const isSame = (stored: unknown, sent: unknown) => stored === sent || JSON.stringify(stored) === JSON.stringify(sent);
