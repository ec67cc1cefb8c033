import type { Actor, ActorUser, Context } from "~/domain/context";
import { defaultSettings } from "~/domain/settings/defaultSettings";

import { r2Files } from "~/integrations/r2Files.server";
import { secretSigner } from "~/integrations/signer.server";
import { type Db, openDb } from "~db/client.server";
import { type SeedPayments, seedPayments } from "./seedPayments";

/** The stores that the seed fills. */
export interface SeedEnvironment {
  db: D1Database;
  files: R2Bucket;
  /** ms UTC: the end of the seeded past. */
  now: number;
  siteUrl: string;
}

/** One run of the seed. */
export interface Seed {
  env: SeedEnvironment;
  db: Db;
  payments: SeedPayments;
  /** Work that operations deferred; awaited at the end. */
  pending: Promise<unknown>[];
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export const startSeed = (env: SeedEnvironment): Seed => ({
  env,
  db: openDb(env.db),
  payments: seedPayments(env.now),
  pending: [],
});

const printsNothing = async () => {
  throw new Error("The seed prints nothing");
};

const signer = secretSigner({ SESSION_SECRET: "nothing that the seed signs leaves it" });

const clicksNothing = async () => {
  throw new Error("The seed clicks nowhere");
};

/** The context of an actor at a past moment, for calling operations as of then. */
export const seedContext = ({ env, db, payments, pending }: Seed, actor: Actor, at: number): Context => ({
  db,
  actor,
  now: Math.round(at),
  settings: defaultSettings,
  files: r2Files(env.files),
  payments: { ...payments, ...payments.actingAt(Math.round(at)) },
  printer: { invoice: printsNothing, payoutStatement: printsNothing, record: printsNothing },
  referrals: { click: clicksNothing, sendAgain: clicksNothing },
  // Past messages count as delivered.
  publish: {
    outboxWaiting: async () => {},
    exportsWaiting: async () => {},
    sessionEnded: async () => {},
    sendAgain: async () => true,
    orderChanged: async () => {},
  },
  signer,
  siteUrl: env.siteUrl.replace(/\/$/, ""),
  address: null,
  userAgent: "seed",
  requestId: "seed",
  after: (work) => void pending.push(work()),
});

/** The context of the system's own jobs. */
export const systemContext = (seed: Seed, at: number) => seedContext(seed, { kind: "system", name: "Billing" }, at);

export const actingAs = (user: ActorUser): Actor => ({ kind: "user", user, sessionId: "seed" });
