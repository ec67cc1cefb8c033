import type { users } from "~db/schema";

/** The person whose data goes. `person` is their row, with its name and address until the last step. */
export interface Erasure {
  requestId: string;
  /** When the account was closed, ms UTC. */
  startedAt: number;
  person: typeof users.$inferSelect;
}
