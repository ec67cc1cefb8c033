import { applyPaymentEvent } from "~/domain/billing/applyPaymentEvent";
import type { Actor, ActorUser } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { billingCrons } from "~/domain/jobs/billingJobs";
import { runCron } from "~/domain/jobs/runCron";
import { workedMs } from "~/domain/orders/orderClock";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { clockAt } from "~/domain/placements/deliveryClock";
import type { Files } from "~/domain/ports/files";
import { type TaxRate, taxesOn } from "~/domain/taxes";
import { stripePayments } from "~/integrations/payments.server";
import { type Db, openDb } from "~db/client.server";
import { jobs } from "../../../workers/billing/jobs";
import {
  actingAs,
  actingSystem,
  anonymous,
  memoryFiles,
  type TestContext,
  testContext,
} from "../../support/testContext";
import { settingsWith, taxSets } from "./agencyTaxes";
import { clock, quietTurn, random, whileBusy } from "./clock";
import { copyTables, restoreTables } from "./copies";
import { type Fault, Faulted, type FaultKind, isExpected, Killed, type Port, Process } from "./faults";
import { grouped } from "./invariant";
import { Ledger } from "./ledger";
import type { Provider, WebhookEvent } from "./provider";
import { RaceScheduler } from "./RaceScheduler";
import { hookedD1 } from "./storedD1";
import { Trace } from "./trace";

export const SITE = "http://portal.example.com";
const REPLY_DOMAIN = "reply.example.com";
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Violation {
  invariant: string;
  detail: string;
}

/** What a request or job came to. `fault` is a planned failure or what followed from one. */
export type Outcome<T> = { kind: "ok"; value: T } | { kind: "refused"; error: DomainError } | { kind: "fault" };

export interface Mail {
  mailId: string;
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
}

/** Something that was answered with success and must be readable from then on. */
interface Acknowledged {
  what: string;
  table: string;
  id: string;
}

interface Door {
  binding: D1Database;
  process: Process;
}

type Row = Record<string, unknown>;
export type Copy = Map<string, Row[]>;

export interface Backup {
  at: number;
  tables: Copy;
  acknowledged: Acknowledged[];
  mails: Mail[];
}

/** The agency in one run: its database, ports, people's answers, and what was seen so far. */
export class World {
  readonly db: Db;
  readonly trace = new Trace();
  readonly counts = { commands: 0, faults: 0, kills: 0, restores: 0 };
  readonly violations: Violation[] = [];
  /** How often each operation ended how: shows that the commands reach what they are for. */
  readonly tally = new Map<string, number>();
  readonly backups: Backup[] = [];
  acknowledged: Acknowledged[] = [];
  mails: Mail[] = [];
  /** Sends whose answer was lost: the product may repeat them. */
  readonly uncertainMails = new Set<string>();
  readonly files = memoryFiles();
  readonly delivered = new Set<string>();
  /** Disputes whose answer was acknowledged as sent, since the last restore. */
  readonly answeredDisputes = new Set<string>();
  restoredAt: number | null = null;
  readonly ledger = new Ledger();
  settings = settingsWith(taxSets[0]!);
  /** Reports what the run does now, so that a run that stalls can say where. */
  report: (doing: string) => void = () => {};
  private readonly idle: Door[] = [];
  private readonly scheduler = new RaceScheduler(random, () => whileBusy(quietTurn));
  private serial = 0;

  constructor(
    readonly binding: D1Database,
    readonly provider: Provider,
  ) {
    this.db = openDb(binding);
  }

  /** Starts a new run on the same doors, which are costly to open. `start` is the first backup. */
  async begin(start: Copy) {
    Object.assign(this.counts, { commands: 0, faults: 0, kills: 0, restores: 0 });
    this.violations.length = 0;
    this.tally.clear();
    this.backups.splice(0, this.backups.length, {
      at: clock.now - 1,
      tables: start,
      acknowledged: [],
      mails: [],
    });
    this.acknowledged = [];
    this.mails = [];
    this.uncertainMails.clear();
    this.files.objects.clear();
    this.delivered.clear();
    this.answeredDisputes.clear();
    this.restoredAt = null;
    this.serial = 0;
    this.ledger.clear();
    this.trace.begin();
    await this.readTaxes();
    await this.beginTurns();
  }

  /** A key as a form carries it. */
  key = () => `simulated-form-${++this.serial}`;

  /** Marks a text, so that it is found again wherever it goes. */
  token = () => `#${++this.serial};`;

  fail(invariant: string, detail: string) {
    this.violations.push({ invariant, detail });
  }

  acknowledge(what: string, table: string, id: string) {
    this.acknowledged.push({ what, table, id });
  }

  /** Staff deleted it. */
  forget(id: string) {
    this.acknowledged = this.acknowledged.filter((one) => one.id !== id);
  }

  async backUp() {
    const { acknowledged, mails } = this;
    const tables = await copyTables(this.binding);
    // Nothing else happens in this millisecond, so it tells what the copy knows.
    const at = ++clock.now;
    clock.now++;
    this.backups.push({ at, tables, acknowledged: [...acknowledged], mails: [...mails] });
  }

  /** Puts a backup in the place of the database. The provider and the mail that was read do not go back. */
  async restore(backup: Backup) {
    this.counts.restores++;
    await restoreTables(this.binding, backup.tables);
    this.acknowledged = [...backup.acknowledged];
    this.mails = [...backup.mails];
    this.answeredDisputes.clear();
    this.restoredAt = clock.now;
    this.ledger.backTo(backup.at);
    await this.readTaxes();
    await this.beginTurns();
  }

  /** The added tax of a price, as a checkout shows it now. */
  taxOn = (price: number) => taxesOn(price, this.settings.company.taxes ?? []).added;

  /** Takes over the taxes that are stored. */
  async readTaxes() {
    const [row] = await this.rows<{ taxes: string }>(
      "select value ->> 'taxes' as taxes from settings where key = 'company'",
    );
    const rates: TaxRate[] = row ? JSON.parse(row.taxes) : taxSets[0]!;
    this.settings = settingsWith(rates);
    this.ledger.taxes.push({ at: clock.now, rates });
  }

  /** Who takes turns from now on, until one of them comes back. */
  async beginTurns() {
    const people = await this.rows<{ service: string; name: string; away: number | null }>(
      `select s.id as service, trim(u.first_name || ' ' || u.last_name) as name, nullif(u.away_until, 0) as away
       from services s, json_each(s.assignment, '$.people') place join users u on u.id = place.value
       where s.assignment ->> 'rule' = 'roundRobin' and u.deleted_at is null order by s.id, place.key`,
    );
    const isAway = ({ away }: { away: number | null }) => away !== null && away > clock.now;
    const services = [...grouped(people, ({ service }) => service)].map(([id, all]) => ({
      id,
      people: all.filter((one) => !isAway(one)).map(({ name }) => name),
    }));
    const until = Math.min(...people.filter(isAway).map(({ away }) => away!));
    this.ledger.turns.push({ at: clock.now, until, services });
  }

  /** No clock of an order may have gone back since the last command. */
  async watchClocks() {
    const clocks = await this.rows<{ id: string; workedMs: number | null; runningSince: number | null }>(
      "select id, worked_ms as workedMs, running_since as runningSince from orders where worked_ms is not null",
    );
    const at = clockAt({ now: clock.now, settings: this.settings });
    for (const { id, ...times } of clocks) {
      const worked = workedMs({ ...times, dueAt: null, clockLeftMs: null }, at);
      const before = this.ledger.worked.get(id) ?? 0;
      if (worked < before || (times.runningSince ?? 0) > clock.now)
        this.fail("clock-never-back", `${id} has worked ${worked} ms after ${before} ms, since ${times.runningSince}`);
      this.ledger.worked.set(id, worked);
    }
  }

  /** Plain rows of a query, without faults. */
  async rows<T = Row>(query: string, ...values: unknown[]): Promise<T[]> {
    return (
      await this.binding
        .prepare(query)
        .bind(...values)
        .all<T>()
    ).results;
  }

  /** The n-th row of a query, counted round; undefined without any. */
  async nth<T = Row>(n: number, query: string, ...values: unknown[]): Promise<T | undefined> {
    const rows = await this.rows<T>(query, ...values);
    return rows[n % rows.length];
  }

  /** Runs one operation as one process. `work` gets a context whose ports may fail as planned. */
  async act<T>(
    name: string,
    actor: ActorUser | "system" | "anonymous",
    fault: Fault | null,
    work: (ctx: TestContext, process: Process) => Promise<T>,
  ): Promise<Outcome<T>> {
    const door = this.idle.pop() ?? this.newDoor();
    const process = new Process(name, fault);
    door.process = process;
    const who: Actor = actor === "system" ? actingSystem : actor === "anonymous" ? anonymous : actingAs(actor);
    const later: (() => Promise<unknown>)[] = [];
    const ctx = this.context(door, who, later);
    this.trace.add(`${name} at ${clock.now}`);
    const outcome = await this.outcomeOf(process, () => work(ctx, process));
    // It runs after the answer has left; the platform only logs its failure.
    for (const one of later) await this.outcomeOf(process, one);
    if (process.faulted) this.counts.faults++;
    if (process.dead) this.counts.kills++;
    this.idle.push(door);
    const ended = `${name} ${outcome.kind === "refused" ? `refused (${outcome.error.message.slice(0, 50)})` : outcome.kind}`;
    this.tally.set(ended, (this.tally.get(ended) ?? 0) + 1);
    this.trace.add(outcome.kind === "refused" ? `refused ${outcome.error.message}` : outcome.kind);
    return outcome;
  }

  private async outcomeOf<T>(process: Process, work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const value = await work();
      return process.dead ? { kind: "fault" } : { kind: "ok", value };
    } catch (error) {
      return this.judge(process, error);
    }
  }

  private judge(process: Process, error: unknown): { kind: "refused"; error: DomainError } | { kind: "fault" } {
    if (error instanceof DomainError) return { kind: "refused", error };
    if (!isExpected(error) && process.faulted === 0) {
      const chain = (one: unknown): string =>
        one instanceof Error
          ? `${one.name}: ${one.message.slice(0, 300)}${one.cause ? ` <- ${chain(one.cause)}` : ""}`
          : String(one);
      this.fail(
        "no-unexpected-error",
        `${process.name}: ${chain(error)} ${error instanceof Error ? error.stack?.slice(0, 600) : ""}`,
      );
    }
    return { kind: "fault" };
  }

  private newDoor(): Door {
    const door = { process: new Process("none") } as Door;
    door.binding = hookedD1(this.binding, (name, send) => this.through(door.process, "database", name, send));
    return door;
  }

  private context(door: Door, actor: Actor, later: (() => Promise<unknown>)[]): TestContext {
    const { process } = door;
    const signal = (port: Port, name: string) =>
      this.through(process, port, name, async () => undefined).catch(() => undefined);
    const ctx = testContext(openDb(door.binding), actor, {
      now: clock.now,
      siteUrl: SITE,
      settings: this.settings,
      replyDomain: REPLY_DOMAIN,
      requestId: this.key(),
      files: this.filesOf(process),
      payments: stripePayments({ CARD_SANDBOX: this.sandboxOf(process) }, clock.now),
      publish: {
        outboxWaiting: () => signal("queue", "outbox waiting"),
        exportsWaiting: () => signal("queue", "exports waiting"),
        sessionEnded: () => signal("hub", "session ended"),
        orderChanged: () => signal("hub", "order changed"),
        sendAgain: async () => true,
      },
      after: (work) => void later.push(work),
    });
    return ctx;
  }

  private filesOf(process: Process): Files {
    const { files } = this;
    return {
      put: (key, body, type, scanned) =>
        this.through(process, "files", "put", () => files.put(key, body, type, scanned)),
      putStream: (key, body, type) =>
        this.through(process, "files", "putStream", () => files.putStream(key, body, type)),
      get: (key) => this.through(process, "files", "get", () => files.get(key)),
      sizeOf: (key) => this.through(process, "files", "sizeOf", () => files.sizeOf(key)),
      list: (after) => this.through(process, "files", "list", () => files.list(after)),
      delete: (keys) => this.through(process, "files", "delete", () => files.delete(keys)),
    };
  }

  private sandboxOf(process: Process): Fetcher {
    const fetch = async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init);
      const name = `${request.method} ${new URL(request.url).pathname}`;
      return await this.through(process, "provider", name, () => this.provider.fetch(request), answerOf);
    };
    return { fetch } as unknown as Fetcher;
  }

  /**
   * One call through a port: it may be refused, lose its answer or kill the process. `answer` makes the provider's
   * answer of a kind that HTTP has.
   */
  async through<T>(
    process: Process,
    port: Port,
    name: string,
    work: () => Promise<T>,
    answer?: (kind: FaultKind) => T | undefined,
  ): Promise<T> {
    return this.scheduler.through(async () => {
      if (process.dead) throw new Killed(name);
      const kind = process.next(port);
      this.trace.add(kind ? `${port} ${name} ${kind}` : `${port} ${name}`);
      if (kind) process.faulted++;
      if (kind === "killedBefore") process.dead = true;
      if (process.dead) throw new Killed(name);
      const made = kind && (kind === "429" || kind === "500" || kind === "broken") ? answer?.(kind) : undefined;
      if (made !== undefined) return made;
      if (kind === "refused" || kind === "429" || kind === "500") throw new Faulted(`${name} was refused`);
      const result = await whileBusy(work);
      if (process.dead) throw new Killed(name);
      if (kind === "killedAfter") {
        process.dead = true;
        throw new Killed(name);
      }
      if (kind) throw new Faulted(`The answer of ${name} was lost`);
      return result;
    });
  }

  /** Runs these at the same time; the seed decides whose call is next. */
  race(requests: (() => Promise<unknown>)[]): Promise<void> {
    return this.scheduler.race(requests);
  }

  /** One trigger of the billing Worker with all its jobs. */
  /**
   * Time passes up to `at`, in ms UTC. The provider keeps its events for 30 days, and a portal that runs has read them
   * by then.
   */
  async waitUntil(at: number) {
    for (; at - clock.now > 20 * DAY; clock.now += 20 * DAY) await this.cron("0 * * * *");
    clock.now = Math.max(clock.now, at);
  }

  async cron(cron: string, fault: Fault | null = null) {
    await this.act(`cron ${cron}`, "system", fault, (ctx, process) =>
      runCron(ctx, cron, jobs, (job, error) => {
        const { kind } = this.judge(process, error);
        this.trace.add(`${job} ${kind}`);
      }),
    );
  }

  async allCrons(fault: Fault | null = null) {
    for (const cron of Object.keys(billingCrons)) await this.cron(cron, fault);
  }

  /** The Notifications Worker's delivery. */
  async deliver(fault: Fault | null = null) {
    const sent: string[] = [];
    let delivery: Process | undefined;
    await this.act("deliver", "system", fault, (ctx, process) => {
      delivery = process;
      return deliverOutbox(ctx, {
        sendMail: async ({ mailId, to, subject, text, replyTo }) => {
          const send = async () => void this.mails.push({ mailId, to, subject, text, replyTo });
          sent.push(mailId);
          await this.through(process, "mail", "send", send);
        },
        push: () => this.through(process, "hub", "push", async () => undefined),
      });
    });
    // Whether they were sent, and whether that was written down, is unknown: the product may send them again.
    if (delivery?.faulted) for (const mailId of sent) this.uncertainMails.add(mailId);
  }

  /** Delivers one event as the provider would. False when the portal would answer that it must be sent again. */
  async webhook(event: WebhookEvent, fault: Fault | null = null): Promise<boolean> {
    const { body, account } = event;
    const signature = await this.provider.signature(event);
    const outcome = await this.act(`webhook ${JSON.parse(body).type}`, "system", fault, async (ctx) =>
      applyPaymentEvent(ctx, await ctx.payments.readEvent(account, body, signature)),
    );
    if (outcome.kind === "ok") this.delivered.add(event.id);
    return outcome.kind === "ok";
  }
}

const answerOf = (kind: FaultKind): Response | undefined => {
  if (kind === "429")
    return Response.json(
      { error: { type: "invalid_request_error", code: "rate_limit", message: "Slow down" } },
      { status: 429 },
    );
  if (kind === "500") return Response.json({ error: { type: "api_error", message: "Unknown" } }, { status: 500 });
  if (kind === "broken") return new Response("<html>Bad gateway</html>", { status: 502 });
  return undefined;
};
