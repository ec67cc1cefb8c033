import type { Context } from "~/domain/context";
import type { Printer } from "~/domain/ports/printer";
import type { Referrals } from "~/domain/ports/referrals";
import type { Signer } from "~/domain/ports/signer";
import { readSettings } from "~/domain/settings/readSettings";
import { openDb } from "~db/client.server";
import { newId } from "~db/ids";
import { readClock } from "./clock.server";
import { countedBinding } from "./countedBinding.server";
import { queuePublish } from "./outbox.server";
import type { PaymentEnv } from "./paymentMode.server";
import { stripePayments } from "./payments.server";
import { r2Files } from "./r2Files.server";

/** The bindings of a Worker that runs operations by itself. */
export interface SystemEnv extends PaymentEnv {
  DB: D1Database;
  /** Absent in Workers that touch no file. */
  FILES?: R2Bucket;
  OUTBOX: Queue;
  /** Workers that announce exports have this queue. */
  EXPORTS?: Queue;
  SITE_URL: string;
  /** Development and test only. */
  CLOCK?: Fetcher;
}

/** System Workers do not hold the session secret. */
const signsNothing = async () => {
  throw new Error("The system context cannot sign");
};
const noSigner: Signer = {
  mac: signsNothing,
  macs: signsNothing,
  isMac: signsNothing,
  seal: signsNothing,
  unseal: signsNothing,
  accessToken: signsNothing,
  readAccessToken: signsNothing,
};

/** Documents are only made on a user's request. */
const printsNothing = async () => {
  throw new Error("The system context cannot print documents");
};
const noPrinter: Printer = { invoice: printsNothing, payoutStatement: printsNothing, record: printsNothing };

const refersNothing = async () => {
  throw new Error("The system context cannot record clicks");
};
const noReferrals: Referrals = { click: refersNothing, sendAgain: refersNothing };

/** Builds the context of one Worker run. `name` is the actor in history. Errors of deferred work go to `onFailure`. */
export async function systemContext(
  env: SystemEnv,
  name: string,
  { waitUntil, onFailure }: { waitUntil: (work: Promise<unknown>) => void; onFailure: (error: unknown) => void },
): Promise<Context> {
  const now = await readClock(env);
  const db = openDb(countedBinding(env.DB));
  return {
    db,
    actor: { kind: "system", name },
    now,
    settings: await readSettings(db),
    files: r2Files(env.FILES!),
    payments: stripePayments(env, now),
    printer: noPrinter,
    referrals: noReferrals,
    publish: queuePublish(env.OUTBOX, undefined, env.EXPORTS),
    signer: noSigner,
    siteUrl: env.SITE_URL.replace(/\/$/, ""),
    address: null,
    userAgent: "",
    requestId: newId(now),
    after: (work) => waitUntil(work().catch(onFailure)),
  };
}
