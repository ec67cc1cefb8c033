import { PaymentsMisconfigured } from "~/domain/ports/paymentFailures";
import { type PaymentAccount, paymentAccounts } from "~/domain/ports/payments";
import { type OutgoingEnv, outgoingFetch } from "./outgoing.server";

const keyNames = ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"] as const;
type KeyName = `STRIPE_${"REGULAR" | "CUSTOM"}_${(typeof keyNames)[number]}`;

export interface PaymentEnv extends OutgoingEnv, Partial<Record<KeyName, string>> {
  APP_ENV?: string;
  PAYMENTS_MODE?: string;
  /** Development and test only. */
  CARD_SANDBOX?: Fetcher;
}

interface AccountKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export type PaymentMode = { keys: Record<PaymentAccount, AccountKeys> } & (
  | { mode: "stripe"; send: typeof fetch }
  | { mode: "sandbox"; sandbox: Fetcher }
);

const nameOf = (account: PaymentAccount, key: (typeof keyNames)[number]): KeyName =>
  `STRIPE_${account === "regular" ? "REGULAR" : "CUSTOM"}_${key}`;

const keysOfBoth = paymentAccounts.flatMap((account) => keyNames.map((key) => nameOf(account, key)));

/** Reads the configured mode without validating it. Without PAYMENTS_MODE, any STRIPE_* value means Stripe. */
export const namedMode = (env: PaymentEnv): string =>
  env.PAYMENTS_MODE || (keysOfBoth.some((name) => env[name]) ? "stripe" : "sandbox");

/**
 * Selects Stripe or the card sandbox and fails closed. Throws PaymentsMisconfigured naming the variable: sandbox in
 * production, a live key in sandbox mode, a missing value, or one value for both accounts.
 */
export function paymentMode(env: PaymentEnv): PaymentMode {
  const mode = namedMode(env);
  if (mode === "stripe") {
    const keys = { regular: realKeys(env, "regular"), custom: realKeys(env, "custom") };
    return { mode, keys, send: outgoingFetch(env) };
  }
  if (mode !== "sandbox") throw new PaymentsMisconfigured(`PAYMENTS_MODE must be "sandbox" or "stripe"`);
  if (env.APP_ENV === "production") {
    throw new PaymentsMisconfigured(
      "PAYMENTS_MODE must be stripe, with all STRIPE_* values, when APP_ENV is production",
    );
  }
  const live = keysOfBoth.find((name) => /^[a-z]+_live_/.test(env[name] ?? ""));
  if (live) throw new PaymentsMisconfigured(`${live} is a live key, but PAYMENTS_MODE is sandbox`);
  if (!env.CARD_SANDBOX) throw new PaymentsMisconfigured("CARD_SANDBOX is missing, but PAYMENTS_MODE is sandbox");
  return { mode, sandbox: env.CARD_SANDBOX, keys: { regular: sandboxKeys("regular"), custom: sandboxKeys("custom") } };
}

function realKeys(env: PaymentEnv, account: PaymentAccount): AccountKeys {
  const [secretKey, publishableKey, webhookSecret] = keyNames.map((key) => {
    const name = nameOf(account, key);
    const value = env[name];
    if (!value) throw new PaymentsMisconfigured(`${name} is missing`);
    const other = nameOf(account === "regular" ? "custom" : "regular", key);
    if (value === env[other]) throw new PaymentsMisconfigured(`${name} and ${other} must not be the same`);
    return value;
  }) as [string, string, string];
  return { secretKey, publishableKey, webhookSecret };
}

/** The keys the card sandbox accepts. Public, because they protect nothing. */
const sandboxKeys = (account: PaymentAccount): AccountKeys => ({
  secretKey: `sk_test_sandbox_${account}`,
  publishableKey: `pk_test_sandbox_${account}`,
  webhookSecret: `whsec_sandbox_${account}`,
});
