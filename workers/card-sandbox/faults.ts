/**
 * Faults: connection closed before or after the work, a slow answer, too many requests, a server error, or a slow
 * bank (the intent stays in processing until control settles it).
 */
export const faultKinds = ["drop_before", "drop_after", "slow", "429", "500", "processing"] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  route: string;
  kind: FaultKind;
  times: number;
  /** Delay of a slow answer, in milliseconds. */
  delayMs: number;
}

/** Faults planned for the next calls of a route, used in order. */
export class Faults {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      "create table if not exists fault (id integer primary key autoincrement, route text not null, kind text not null, times integer not null, delay_ms integer not null)",
    );
  }

  plan(fault: Fault): void {
    this.sql.exec(
      "insert into fault (route, kind, times, delay_ms) values (?, ?, ?, ?)",
      fault.route,
      fault.kind,
      fault.times,
      fault.delayMs,
    );
  }

  /** Takes the fault for this call; undefined when none is planned. */
  take(route: string): Fault | undefined {
    const [row] = this.sql
      .exec<{ id: number; kind: FaultKind; delay_ms: number }>(
        "select id, kind, delay_ms from fault where route = ? and times > 0 order by id limit 1",
        route,
      )
      .toArray();
    if (!row) return undefined;
    this.sql.exec("update fault set times = times - 1 where id = ?", row.id);
    return { route, kind: row.kind, times: 1, delayMs: row.delay_ms };
  }
}
