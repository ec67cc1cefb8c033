import type { MessageThread } from "~/domain/messages/messageThreads";
import type { TaxRate } from "~/domain/taxes";

/** A message that staff wrote for a later time. Its token occurs in its text alone. */
interface LaterMessage {
  at: number;
  token: string;
  sendAt: number;
  /** When staff asked to send it early. */
  hurriedAt: number | null;
  /** When its cancellation was acknowledged. */
  cancelledAt: number | null;
}

/** An answer by email, and what its reply address names. */
interface MailAnswer {
  at: number;
  token: string;
  genuine: boolean;
  /** It was acknowledged as a message. */
  posted: boolean;
  userId: string;
  orderNumber: number;
  thread: MessageThread;
}

/** From `at` to `until` the same people take turns. */
interface Turns {
  at: number;
  until: number;
  services: { id: string; people: string[] }[];
}

interface Taxes {
  at: number;
  rates: TaxRate[];
}

/** What was done, where the database alone does not tell it later. Times in ms UTC. */
export class Ledger {
  later: LaterMessage[] = [];
  answers: MailAnswer[] = [];
  turns: Turns[] = [];
  taxes: Taxes[] = [];
  /** The working time of each order's clock, as it was last seen. */
  readonly worked = new Map<string, number>();

  clear() {
    this.backTo(Number.NEGATIVE_INFINITY);
  }

  /** A restored copy knows nothing of what came after it. */
  backTo(at: number) {
    const known = (moment: number | null) => (moment !== null && moment <= at ? moment : null);
    const isKnown = (one: { at: number }) => one.at <= at;
    this.later = this.later
      .filter(isKnown)
      .map((one) => ({ ...one, hurriedAt: known(one.hurriedAt), cancelledAt: known(one.cancelledAt) }));
    this.answers = this.answers.filter(isKnown);
    this.turns = this.turns.filter(isKnown);
    this.taxes = this.taxes.filter(isKnown);
    this.worked.clear();
  }
}
