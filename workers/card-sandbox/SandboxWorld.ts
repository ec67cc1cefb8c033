import { DurableObject } from "cloudflare:workers";
import type Stripe from "stripe";
import { type ApiAnswer, ApiDesk, type ApiRequest } from "./ApiDesk";
import { type AccountChange, changeAccount } from "./accounts";
import { adoptPayment, type PastPayment } from "./adoptPayment";
import { payOut } from "./balance";
import type { Call } from "./call";
import { retrieveCheckoutSession, type SessionRemarks } from "./checkoutSessions";
import { portalNowMs } from "./clock";
import { closeDispute, type DisputeOutcome } from "./disputes";
import type { WorldEnv } from "./env";
import { type ApiError, ApiFailure, invalidRequest } from "./errors";
import { eventOf } from "./events";
import { type Fault, Faults } from "./faults";
import { newId } from "./ids";
import type { Account } from "./keys";
import { type LedgerEntry, ledgerOf } from "./ledger";
import { type Delivery, Outbox } from "./outbox";
import { settleProcessing } from "./paymentAttempt";
import type { IntentRemarks } from "./paymentIntents";
import { finishSession, intentOfSession, payOnHostedPage, type TypedCard } from "./payOnHostedPage";
import { settleRefund } from "./refunds";
import { Store } from "./store";
import { answerAuthentication } from "./threeDSecure";
import { deliver } from "./webhook";

/** The answer to a page: a value, or the error to show. */
export type Outcome<T> = { value: T; error?: undefined } | { value?: undefined; error: ApiError };

export interface HostedSession {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  intent?: Stripe.PaymentIntent | Stripe.SetupIntent;
}

export interface HeldIntent {
  intent: Stripe.PaymentIntent | Stripe.SetupIntent;
  /** The Checkout Session of the intent. */
  session: Stripe.Checkout.Session | null;
}

/** One payment account as Stripe keeps it: objects, events, idempotency keys, faults. One instance per account. */
export class SandboxWorld extends DurableObject<WorldEnv> {
  private readonly store: Store;
  private readonly outbox: Outbox;
  private readonly faults: Faults;
  private readonly desk: ApiDesk;

  constructor(ctx: DurableObjectState, env: WorldEnv) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.store = new Store(sql);
    this.outbox = new Outbox(sql, this.store);
    this.faults = new Faults(sql);
    this.desk = new ApiDesk(ctx.storage, this.store, this.faults);
    sql.exec("create table if not exists settling (refund text primary key, due_ms integer not null)");
    sql.exec("create table if not exists account (name text primary key)");
  }

  /** Answers one API request as Stripe would. */
  async answer(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.desk.answer(request, (id) =>
      this.call(request.account, request.nowMs, request.fromBrowser, { id, idempotencyKey: request.idempotencyKey }),
    );
    await this.planAlarm();
    return answer;
  }

  /** The open, complete or expired session of a hosted page. */
  async hostedSession(account: Account, id: string, nowMs: number): Promise<Outcome<HostedSession>> {
    return this.visit(account, nowMs, (call) => this.shown(call, finishSession(call, id)));
  }

  async pay(account: Account, id: string, typed: TypedCard, nowMs: number): Promise<Outcome<HostedSession>> {
    return this.visit(account, nowMs, (call) => this.shown(call, payOnHostedPage(call, id, typed)));
  }

  /** The intent of a 3-D Secure page. Its client_secret grants access. */
  async intentForAuthentication(
    account: Account,
    id: string,
    clientSecret: string,
    nowMs: number,
  ): Promise<Outcome<HeldIntent>> {
    return this.visit(account, nowMs, (call) => this.held(call, id, clientSecret));
  }

  /** The cardholder's answer on a 3-D Secure page or window. */
  async authenticate(
    account: Account,
    id: string,
    clientSecret: string,
    passed: boolean,
    nowMs: number,
  ): Promise<Outcome<HeldIntent>> {
    return this.visit(account, nowMs, (call) => {
      const { session } = this.held(call, id, clientSecret);
      const intent = answerAuthentication(call, id, passed);
      return { intent, session: session && finishSession(call, session.id) };
    });
  }

  async knows(id: string): Promise<boolean> {
    return this.store.findAny(id) !== undefined;
  }

  async hold(): Promise<void> {
    this.outbox.held = true;
  }

  /**
   * Ends the hold and delivers waiting events, `ids` first in that order. With `only`, delivers just those and keeps
   * the hold.
   */
  async release(account: Account, ids: string[] = [], only = false): Promise<Delivery[]> {
    this.outbox.held = only;
    const later = only ? [] : this.outbox.due(Number.POSITIVE_INFINITY).filter((id) => !ids.includes(id));
    return this.resend(account, [...ids, ...later]);
  }

  /** Delivers these events now, in this order, even if delivered before. */
  async resend(account: Account, ids: string[]): Promise<Delivery[]> {
    for (const id of ids) await this.deliverEvent(account, id);
    await this.planAlarm();
    return this.outbox.list().filter((delivery) => ids.includes(delivery.id));
  }

  async fault(fault: Fault): Promise<void> {
    this.faults.plan(fault);
  }

  async ledger(account: Account): Promise<LedgerEntry[]> {
    return ledgerOf(account, this.store);
  }

  /** Every event with its delivery state, oldest first. */
  async events(): Promise<(Delivery & { event: Stripe.Event })[]> {
    return this.outbox
      .list()
      .map((delivery) => ({ ...delivery, event: this.store.get<Stripe.Event>("event", delivery.id) }));
  }

  /** Settles every processing intent, as its bank would. Returns their ids. */
  async settle(account: Account, nowMs: number): Promise<string[]> {
    const processing = this.store.all<Stripe.PaymentIntent>("payment_intent", { status: "processing" });
    for (const { id } of processing) await this.visit(account, nowMs, (call) => settleProcessing(call, id));
    return processing.map(({ id }) => id);
  }

  /** Closes these disputes, or all open ones. Returns the ids it closed. */
  async closeDisputes(account: Account, nowMs: number, outcome: DisputeOutcome, ids?: string[]): Promise<string[]> {
    const closed: string[] = [];
    for (const id of ids ?? this.store.all<Stripe.Dispute>("dispute").map((dispute) => dispute.id)) {
      const { value } = await this.visit(account, nowMs, (call) => closeDispute(call, id, outcome));
      if (value) closed.push(id);
    }
    return closed;
  }

  /** Pays the account's balance out to the bank. Returns the payout's id, or null when there is nothing to pay. */
  async payOut(account: Account, nowMs: number): Promise<string | null> {
    return payOut(this.call(account, nowMs, false, { id: newId("req"), idempotencyKey: null }));
  }

  async changeAccount(account: Account, change: AccountChange): Promise<void> {
    changeAccount(this.store, account, change);
  }

  /** Takes over payments made before the sandbox started, without events. */
  async adopt(account: Account, payments: PastPayment[]): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      for (const payment of payments) {
        const call = this.call(account, payment.createdAt, false, { id: newId("req"), idempotencyKey: null });
        adoptPayment({ ...call, emit: () => undefined }, payment);
      }
    });
  }

  /** Deletes everything. */
  async reset(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    for (const table of ["object", "delivery", "setting", "idempotency", "fault", "settling"])
      this.ctx.storage.sql.exec(`delete from ${table}`);
  }

  override async alarm(): Promise<void> {
    const [row] = this.ctx.storage.sql.exec<{ name: Account }>("select name from account").toArray();
    if (!row) return;
    await this.settleRefunds(row.name);
    for (const id of this.outbox.due(Date.now())) {
      // Checked each time, because a hold or a release may happen between two deliveries.
      if (!this.outbox.held && this.outbox.isPending(id)) await this.deliverEvent(row.name, id);
    }
    await this.planAlarm();
  }

  private call(account: Account, nowMs: number, fromBrowser: boolean, request: Call["request"]): Call {
    const { sql } = this.ctx.storage;
    sql.exec("insert or ignore into account values (?)", account);
    const now = Math.floor(nowMs / 1000);
    return {
      account,
      store: this.store,
      now,
      nowMs,
      siteUrl: this.env.SITE_URL,
      fromBrowser,
      bankIsSlow: false,
      request,
      emit: (type, object, previous) => this.outbox.add(eventOf(type, object, previous, now, request), Date.now()),
      settleLater: (refund) => {
        sql.exec(
          "insert into settling values (?, ?)",
          refund,
          Date.now() + Number(this.env.REFUND_SETTLES_AFTER_MS ?? 2000),
        );
      },
    };
  }

  /** Runs a page's request in one transaction. A refused card keeps what it wrote. */
  private async visit<T>(account: Account, nowMs: number, ask: (call: Call) => T): Promise<Outcome<T>> {
    const call = this.call(account, nowMs, true, { id: newId("req"), idempotencyKey: null });
    try {
      const outcome = this.ctx.storage.transactionSync((): Outcome<T> => {
        try {
          return { value: ask(call) };
        } catch (failure) {
          if (failure instanceof ApiFailure && failure.executed) return { error: failure.error };
          throw failure;
        }
      });
      await this.planAlarm();
      return outcome;
    } catch (failure) {
      if (failure instanceof ApiFailure) return { error: failure.error };
      throw failure;
    }
  }

  private shown(call: Call, session: Stripe.Checkout.Session): HostedSession {
    return {
      session,
      lineItems: this.store.remarks<SessionRemarks>(session.id).lineItems ?? [],
      intent: intentOfSession(call, session),
    };
  }

  private held(call: Call, id: string, clientSecret: string): HeldIntent {
    const intent =
      this.store.find<HeldIntent["intent"]>("payment_intent", id) ??
      this.store.get<HeldIntent["intent"]>("setup_intent", id);
    if (intent.client_secret !== clientSecret)
      throw invalidRequest("The client_secret provided does not match this intent.", { param: "client_secret" });
    const { session } = this.store.remarks<IntentRemarks>(id);
    return { intent, session: session ? retrieveCheckoutSession(call, session) : null };
  }

  private async deliverEvent(account: Account, id: string): Promise<void> {
    const event = this.store.find<Stripe.Event>("event", id);
    if (!event || !this.env.PORTAL) return;
    const nowMs = await portalNowMs(this.env.CLOCK);
    const status = await deliver(
      this.env.PORTAL,
      this.env.SITE_URL,
      account,
      JSON.stringify(event),
      Math.floor(nowMs / 1000),
    );
    this.outbox.note(id, status, Date.now());
  }

  protected async settleRefunds(account: Account): Promise<void> {
    const { sql } = this.ctx.storage;
    const due = sql.exec<{ refund: string }>("select refund from settling where due_ms <= ?", Date.now()).toArray();
    if (due.length === 0) return;
    const nowMs = await portalNowMs(this.env.CLOCK);
    this.ctx.storage.transactionSync(() => {
      const call = this.call(account, nowMs, false, { id: newId("req"), idempotencyKey: null });
      for (const { refund } of due) {
        settleRefund(call, refund);
        sql.exec("delete from settling where refund = ?", refund);
      }
    });
  }

  protected async planAlarm(): Promise<void> {
    const [row] = this.ctx.storage.sql
      .exec<{ due: number | null }>("select min(due_ms) as due from settling")
      .toArray();
    const moments = [row?.due, this.env.PORTAL && this.outbox.nextDueMs()].filter(
      (due): due is number => typeof due === "number",
    );
    if (moments.length === 0) return;
    const moment = Math.max(Date.now() + 20, Math.min(...moments));
    const planned = await this.ctx.storage.getAlarm();
    // Never later than planned, or a busy sandbox would postpone its deliveries forever.
    if (planned === null || moment < planned) await this.ctx.storage.setAlarm(moment);
  }
}
