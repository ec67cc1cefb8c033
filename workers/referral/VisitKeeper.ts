import { DurableObject } from "cloudflare:workers";
import type { Visit } from "~/domain/affiliates/visit";
import { logWarning } from "~/integrations/log.server";
import { batchesOf, queueVisits } from "./queueVisits";

const FIRST_TRY_MS = 10_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Visits per round; the next round follows immediately. */
const A_ROUND = 1_000;

/**
 * Stores visits that the queue refused and hands them on when it accepts them again (rules.md affiliates/visits). A
 * visit handed on twice, because its answer was lost, is dropped by its id when stored.
 */
export class VisitKeeper extends DurableObject<{ VISITS: Queue<Visit> }> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: { VISITS: Queue<Visit> }) {
    super(ctx, env);
    this.#sql.exec("create table if not exists visits (id text primary key, visit text not null)");
  }

  /** Resolves once they are stored. */
  async keep(visits: Visit[]): Promise<void> {
    this.#sql.exec(
      "insert into visits select value ->> 'id', value from json_each(?) where true on conflict (id) do nothing",
      JSON.stringify(visits),
    );
    if ((await this.ctx.storage.getAlarm()) === null) await this.#wakeIn(FIRST_TRY_MS);
  }

  override async alarm(): Promise<void> {
    const waiting = this.#sql
      .exec<{ visit: string }>(`select visit from visits order by id limit ${A_ROUND}`)
      .toArray();
    try {
      for (const visits of batchesOf(waiting.map(({ visit }) => JSON.parse(visit) as Visit))) {
        await queueVisits(this.env.VISITS, visits);
        this.#sql.exec(
          "delete from visits where id in (select value from json_each(?))",
          JSON.stringify(visits.map(({ id }) => id)),
        );
      }
    } catch (error) {
      const waited = (await this.ctx.storage.get<number>("waited")) ?? FIRST_TRY_MS;
      const wait = Math.min(waited * 2, LONGEST_WAIT_MS);
      logWarning(`the queue of visits refuses, kept visits wait ${wait / 1000} s more`, error);
      await this.ctx.storage.put("waited", wait);
      return await this.#wakeIn(wait);
    }
    await this.ctx.storage.delete("waited");
    if (waiting.length === A_ROUND) await this.#wakeIn(0);
  }

  #wakeIn = (ms: number) => this.ctx.storage.setAlarm(Date.now() + ms);
}
