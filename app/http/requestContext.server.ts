import type { Context } from "~/domain/context";
import type { Signer } from "~/domain/ports/signer";
import { knownSettings } from "~/domain/settings/currentSettings";
import { breachedPasswords } from "~/integrations/breachedPasswords.server";
import { readClock } from "~/integrations/clock.server";
import { countedBinding } from "~/integrations/countedBinding.server";
import { boundFileScanner } from "~/integrations/fileScanner.server";
import { boundLinkWatch } from "~/integrations/linkWatch.server";
import { logFault, noteEvent } from "~/integrations/log.server";
import { queuePublish } from "~/integrations/outbox.server";
import { stripePayments } from "~/integrations/payments.server";
import { r2Files } from "~/integrations/r2Files.server";
import { sessionBinding } from "~/integrations/sessionBinding.server";
import { secretSigner } from "~/integrations/signer.server";
import { openDb } from "~db/client.server";
import { hasCopies, type PortalEnv } from "./environment.server";

/** A person gets an answer within 12 s; the rest is for the database. */
const PROVIDER_PATIENCE_MS = 10_500;

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * The address that rate limits count by: the one seen by the edge, never one sent by the visitor (rules.md
 * security/limits).
 */
export function limitedAddress(request: Request, production = false) {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  if (LOOPBACK.test(address)) return null;
  // The edge always names it, so in production all requests without one share their limits.
  return address || (production ? "unknown" : null);
}

let made: { secrets: string; signer: Signer } | undefined;
/** One signer per isolate: it keeps its keys and the tokens that it verified. */
function signerOf({ SESSION_SECRET, SESSION_SECRET_PREVIOUS, CLICK_SECRET, CLICK_SECRET_PREVIOUS }: PortalEnv) {
  const secrets = { SESSION_SECRET, SESSION_SECRET_PREVIOUS, CLICK_SECRET, CLICK_SECRET_PREVIOUS };
  const name = JSON.stringify(secrets);
  if (made?.secrets !== name) made = { secrets: name, signer: secretSigner(secrets) };
  return made.signer;
}

/** Where settings are read without a session: from the nearest copy if there are any. Not counted with a request. */
export const settingsDb = (env: PortalEnv) =>
  openDb(
    hasCopies(env) ? (env.DB.withSession("first-unconstrained") as unknown as D1Database) : countedBinding(env.DB),
  );

/** The context of one web request, before authentication. */
export async function requestContext(
  request: Request,
  env: PortalEnv,
  requestId: string,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Context> {
  const now = await readClock(env);
  const db = openDb(hasCopies(env) ? sessionBinding(env.DB) : countedBinding(env.DB));
  return {
    db,
    actor: { kind: "anonymous" },
    now,
    settings: await knownSettings(db, logFault, () => settingsDb(env)),
    files: r2Files(env.FILES),
    fileScanner: boundFileScanner(env.FILE_SCANNER),
    breachedPasswords: breachedPasswords(env),
    linkWatch: boundLinkWatch(env.LINK_WATCH),
    payments: stripePayments(env, now, PROVIDER_PATIENCE_MS),
    printer: {
      invoice: (invoice) => env.PRINTER.invoice(invoice),
      payoutStatement: (statement) => env.PRINTER.payoutStatement(statement),
      record: (record) => env.PRINTER.record(record),
    },
    evidence: env.EVIDENCE,
    referrals: {
      click: (click) => env.REFERRALS.click(click),
      sendAgain: (visit) => env.REFERRALS.sendAgain(visit),
    },
    publish: queuePublish(env.OUTBOX, env.HUB, env.EXPORTS, env.REFERRALS),
    signer: signerOf(env),
    noteEvent,
    siteUrl: env.SITE_URL.replace(/\/$/, ""),
    address: limitedAddress(request, env.APP_ENV === "production"),
    userAgent: request.headers.get("User-Agent") ?? "",
    requestId,
    // A misspelt value must not disable the requirement, so anything but "optional" means required.
    staffTwoFactor: (env.STAFF_TWO_FACTOR || "optional") === "optional" ? "optional" : "required",
    after: (work) => waitUntil(work().catch((error) => logFault(error))),
  };
}
