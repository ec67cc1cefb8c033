import type Stripe from "stripe";
import sandbox from "../../../workers/card-sandbox/index";
import { type Account, accounts, sandboxKeys } from "../../../workers/card-sandbox/keys";
import { SandboxWorld } from "../../../workers/card-sandbox/SandboxWorld";
import { signatureOf } from "../../../workers/card-sandbox/webhook";
import type { Env as SandboxEnv } from "../../../workers/card-sandbox/workerEnv";
import { clock } from "./clock";

/** What the provider knows of an account's money, for the invariants. Amounts in cents. */
export interface ProviderBooks {
  intents: Stripe.PaymentIntent[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
}

/**
 * The card sandbox as it is, but the simulation says when events arrive and refunds settle. It sets no alarm: workerd
 * compares alarms with the real clock, so past simulated moments ring immediately and can stall their own storage.
 */
export class SimulatedAccount extends SandboxWorld {
  protected override async planAlarm(): Promise<void> {}

  /** Events after the `seq`-th object, oldest first. */
  async eventsAfter(seq: number): Promise<{ seq: number; id: string; body: string }[]> {
    return this.ctx.storage.sql
      .exec<{ seq: number; id: string; body: string }>(
        "select seq, id, body from object where kind = 'event' and seq > ? order by seq",
        seq,
      )
      .toArray();
  }

  async books(): Promise<ProviderBooks> {
    const all = <T>(kind: string) =>
      this.ctx.storage.sql
        .exec<{ body: string }>("select body from object where kind = ? order by seq", kind)
        .toArray()
        .map(({ body }) => JSON.parse(body) as T);
    return {
      intents: all("payment_intent"),
      charges: all("charge"),
      refunds: all("refund"),
      disputes: all("dispute"),
    };
  }

  /** Settles refunds whose time has come. */
  async settleDueRefunds(account: Account): Promise<void> {
    await this.settleRefunds(account);
  }
}

export interface WebhookEvent {
  account: Account;
  id: string;
  body: string;
}

/** The provider's side of the simulation: both accounts, their events, and the browser that pays. */
export class Provider {
  /** Every event, oldest first; the product hears of one only when a command delivers it. */
  readonly events: WebhookEvent[] = [];
  private readonly read = new Map<Account, number>();

  constructor(
    private readonly worlds: DurableObjectNamespace<SimulatedAccount>,
    private readonly siteUrl: string,
  ) {}

  private env(): SandboxEnv {
    return { WORLD: this.worlds as unknown as SandboxEnv["WORLD"], SITE_URL: this.siteUrl };
  }

  world(account: Account) {
    return this.worlds.get(this.worlds.idFromName(account)) as unknown as SimulatedAccount;
  }

  async reset() {
    for (const account of accounts) await this.world(account).reset();
    this.events.length = 0;
    this.read.clear();
  }

  fetch(request: Request): Promise<Response> {
    const handler = sandbox.fetch as (request: Request, env: SandboxEnv) => Promise<Response>;
    return handler(request, this.env());
  }

  /** A call of the browser with the publishable key, as Stripe.js makes it. */
  async browser(
    account: Account,
    path: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; body: object }> {
    const answer = await this.fetch(
      new Request(`${this.siteUrl}/__stripe/v1/${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sandboxKeys[account].publishableKey}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(fields).toString(),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as object };
  }

  async postForm(url: string, fields: Record<string, string>): Promise<void> {
    const answer = await this.fetch(
      new Request(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
        redirect: "manual",
      }),
    );
    await answer.arrayBuffer();
  }

  /** Takes over what the accounts have emitted since. */
  async readEvents() {
    for (const account of accounts) {
      const news = await this.world(account).eventsAfter(this.read.get(account) ?? 0);
      for (const { seq, id, body } of news) {
        this.events.push({ account, id, body });
        this.read.set(account, seq);
      }
    }
  }

  /** The signature header of an event that arrives now. */
  signature({ account, body }: WebhookEvent): Promise<string> {
    return signatureOf(account, body, Math.floor(clock.now / 1000));
  }

  /** Both accounts' objects in one. Ids are unique over both. */
  async books(): Promise<ProviderBooks> {
    const [regular, custom] = await Promise.all(accounts.map((account) => this.world(account).books()));
    const both = <Name extends keyof ProviderBooks>(name: Name) =>
      [...regular![name], ...custom![name]] as ProviderBooks[Name];
    return { intents: both("intents"), charges: both("charges"), refunds: both("refunds"), disputes: both("disputes") };
  }

  /** A refund that the agency makes on the provider's own pages. */
  async refund({ id }: Stripe.Charge, amount: number) {
    for (const account of accounts) {
      if (!(await this.world(account).knows(id))) continue;
      const answer = await this.fetch(
        new Request("https://api.stripe.com/v1/refunds", {
          method: "POST",
          headers: {
            authorization: `Bearer ${sandboxKeys[account].secretKey}`,
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ charge: id, amount: String(amount) }).toString(),
        }),
      );
      await answer.arrayBuffer();
    }
  }

  /** The bank settles what is under way. */
  async settle() {
    for (const account of accounts) {
      await this.world(account).settle(account, clock.now);
      await this.world(account).settleDueRefunds(account);
    }
  }
}
