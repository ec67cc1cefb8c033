import type Stripe from "stripe";
import type { Store } from "./store";

export type DeliveryState = "pending" | "delivered" | "given_up";

export interface Delivery {
  id: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  /** Status of the portal's latest answer; 0 when it was unreachable. */
  status: number | null;
}

const maxAttempts = 12;

/** Events delivered to the portal, in order, and when the next try is due (real time, ms). */
export class Outbox {
  constructor(
    private readonly sql: SqlStorage,
    private readonly store: Store,
  ) {
    sql.exec(`create table if not exists delivery (seq integer primary key autoincrement, id text not null unique, type text not null,
      state text not null default 'pending', attempts integer not null default 0, status integer, due_ms integer not null)`);
    sql.exec("create table if not exists setting (name text primary key, value text not null)");
  }

  add(event: Stripe.Event, dueMs: number): void {
    this.store.insert(event);
    this.sql.exec("insert into delivery (id, type, due_ms) values (?, ?, ?)", event.id, event.type, dueMs);
  }

  get held(): boolean {
    return this.sql.exec("select 1 from setting where name = 'held'").toArray().length > 0;
  }

  set held(held: boolean) {
    if (held) this.sql.exec("insert or ignore into setting values ('held', '1')");
    else this.sql.exec("delete from setting where name = 'held'");
  }

  /** Ids of undelivered events whose next try is due by then, oldest first. */
  due(byMs: number): string[] {
    return this.sql
      .exec<{ id: string }>("select id from delivery where state = 'pending' and due_ms <= ? order by seq", byMs)
      .toArray()
      .map((row) => row.id);
  }

  isPending(id: string): boolean {
    return this.sql.exec("select 1 from delivery where id = ? and state = 'pending'", id).toArray().length > 0;
  }

  /** When the next try is due; undefined when nothing waits or deliveries are held. */
  nextDueMs(): number | undefined {
    if (this.held) return undefined;
    const [row] = this.sql
      .exec<{ due: number | null }>("select min(due_ms) as due from delivery where state = 'pending'")
      .toArray();
    return row?.due ?? undefined;
  }

  /** Records the portal's answer. Anything but 2xx is retried after 1, 2, 4 ... up to 60 seconds, twelve times. */
  note(id: string, status: number, nowMs: number): void {
    if (status >= 200 && status < 300) {
      this.sql.exec(
        "update delivery set state = 'delivered', attempts = attempts + 1, status = ? where id = ?",
        status,
        id,
      );
      return;
    }
    this.sql.exec(
      `update delivery set attempts = attempts + 1, status = ?, due_ms = ? + min(60000, 1000 << min(attempts, 6)),
       state = case when state = 'delivered' then state when attempts + 1 >= ? then 'given_up' else 'pending' end where id = ?`,
      status,
      nowMs,
      maxAttempts,
      id,
    );
  }

  list(): Delivery[] {
    return this.sql
      .exec<{ id: string; type: string; state: DeliveryState; attempts: number; status: number | null }>(
        "select id, type, state, attempts, status from delivery order by seq",
      )
      .toArray();
  }
}
