import { WorkerEntrypoint } from "cloudflare:workers";
import type { AccountChange } from "./accounts";
import type { PastPayment } from "./adoptPayment";
import { portalNowMs } from "./clock";
import { type DisputeOutcome, disputeOutcomes } from "./disputes";
import { type FaultKind, faultKinds } from "./faults";
import { type Account, accounts } from "./keys";
import { routeNames } from "./routes";
import type { Env } from "./workerEnv";
import { worldOf } from "./worldOf";

/**
 * Controls the sandbox for tests and demos, under /__control/. A separate entry point, so that no request forwarded
 * by the portal reaches it. JSON in and out; a missing `account` means both.
 */
export class SandboxControl extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const action = actions[`${request.method} ${pathname}`];
    if (!action) return Response.json({ message: "No such control" }, { status: 404 });
    const text = request.method === "POST" ? await request.text() : "";
    try {
      const order = text ? (JSON.parse(text) as Order) : {};
      if (order.account && !accounts.includes(order.account)) return refused("account must be regular or custom");
      return await action(this.env, order);
    } catch (error) {
      if (error instanceof SyntaxError) return refused("The body is not JSON");
      throw error;
    }
  }
}

interface Order extends AccountChange {
  payments?: PastPayment[];
  account?: Account;
  ids?: string[];
  only?: boolean;
  route?: string;
  kind?: FaultKind;
  outcome?: DisputeOutcome;
  times?: number;
  delayMs?: number;
}

const actions: Record<string, (env: Env, order: Order) => Promise<Response>> = {
  "POST /__control/hold": async (env, { account }) => {
    for (const one of chosen(account)) await worldOf(env, one).hold();
    return Response.json({ held: true });
  },
  "POST /__control/release": async (env, { account, ids = [], only = false }) => {
    const delivered = await Promise.all(
      chosen(account).map(async (one) => worldOf(env, one).release(one, await known(env, one, ids), only)),
    );
    return Response.json({ deliveries: inOrder(delivered.flat(), ids) });
  },
  "POST /__control/resend": async (env, { ids = [] }) => {
    const delivered: { id: string }[] = [];
    // One by one over both accounts: the given order is the order of arrival.
    for (const id of ids) {
      for (const one of accounts)
        if (await worldOf(env, one).knows(id)) delivered.push(...(await worldOf(env, one).resend(one, [id])));
    }
    return Response.json({ deliveries: delivered });
  },
  "POST /__control/fault": async (env, { account, route = "", kind, times = 1, delayMs = 3000 }) => {
    if (!routeNames.includes(route)) return refused(`route must be one of: ${routeNames.join(", ")}`);
    if (!kind || !faultKinds.includes(kind)) return refused(`kind must be one of: ${faultKinds.join(", ")}`);
    if (!Number.isInteger(times) || times < 1 || !Number.isInteger(delayMs) || delayMs < 0)
      return refused("times and delayMs must be whole numbers");
    for (const one of chosen(account)) await worldOf(env, one).fault({ route, kind, times, delayMs });
    return Response.json({ planned: { route, kind, times } });
  },
  "GET /__control/ledger": async (env) => {
    const ledgers = await Promise.all(accounts.map((one) => worldOf(env, one).ledger(one)));
    return Response.json({ entries: ledgers.flat().sort((a, b) => a.created - b.created) });
  },
  "GET /__control/events": async (env) => {
    const lists = await Promise.all(
      accounts.map(async (account) => (await worldOf(env, account).events()).map((one) => ({ account, ...one }))),
    );
    return Response.json({ events: lists.flat() });
  },
  "POST /__control/settle": async (env, { account }) => {
    const nowMs = await portalNowMs(env.CLOCK);
    const settled = await Promise.all(chosen(account).map((one) => worldOf(env, one).settle(one, nowMs)));
    return Response.json({ settled: settled.flat() });
  },
  "POST /__control/dispute": async (env, { account, ids, outcome }) => {
    if (!outcome || !disputeOutcomes.includes(outcome))
      return refused(`outcome must be one of: ${disputeOutcomes.join(", ")}`);
    const nowMs = await portalNowMs(env.CLOCK);
    const closed = await Promise.all(
      chosen(account).map((one) => worldOf(env, one).closeDisputes(one, nowMs, outcome, ids)),
    );
    return Response.json({ closed: closed.flat() });
  },
  "POST /__control/payout": async (env, { account }) => {
    const nowMs = await portalNowMs(env.CLOCK);
    const paid = await Promise.all(chosen(account).map((one) => worldOf(env, one).payOut(one, nowMs)));
    return Response.json({ paid: paid.filter((id) => id !== null) });
  },
  "POST /__control/account": async (env, { account, charges, cards }) => {
    for (const one of chosen(account)) await worldOf(env, one).changeAccount(one, { charges, cards });
    return Response.json({ changed: chosen(account) });
  },
  "POST /__control/adopt": async (env, { payments = [] }) => {
    for (const one of accounts)
      await worldOf(env, one).adopt(
        one,
        payments.filter(({ account }) => account === one),
      );
    return Response.json({ adopted: payments.length });
  },
  "POST /__control/reset": async (env, { account }) => {
    for (const one of chosen(account)) await worldOf(env, one).reset();
    return Response.json({ reset: true });
  },
};

function chosen(account: Account | undefined): readonly Account[] {
  return account ? [account] : accounts;
}

async function known(env: Env, account: Account, ids: string[]): Promise<string[]> {
  const owned = await Promise.all(ids.map((id) => worldOf(env, account).knows(id)));
  return ids.filter((_, index) => owned[index]);
}

/** The named ones first, in the given order, then the others. */
function inOrder<T extends { id: string }>(deliveries: T[], ids: string[]): T[] {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return deliveries.sort((a, b) => place(a.id) - place(b.id));
}

function refused(message: string): Response {
  return Response.json({ message }, { status: 400 });
}
