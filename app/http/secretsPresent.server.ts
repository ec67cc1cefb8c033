import { namedMode } from "~/integrations/paymentMode.server";
import type { PortalEnv } from "./environment.server";

const stripe = ["REGULAR", "CUSTOM"].flatMap((account) =>
  ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => `STRIPE_${account}_${key}`),
);

/** The portal's secrets by name, never by value. The card sandbox needs none of the provider's. */
export const secretsPresent = (env: PortalEnv) =>
  ["SESSION_SECRET", "CLICK_SECRET", ...(namedMode(env) === "stripe" ? stripe : [])].map((name) => ({
    name,
    present: Boolean(env[name as keyof PortalEnv]),
  }));

const bindings = [
  "DB",
  "FILES",
  "OUTBOX",
  "EXPORTS",
  "REFERRAL",
  "REFERRALS",
  "PRINTER",
  "EVIDENCE",
  "LINK_WATCH",
  "HUB",
] as const satisfies readonly (keyof PortalEnv)[];

/** The portal's bindings by name. The local run keeps its log in the terminal. */
export const bindingsPresent = (env: PortalEnv) =>
  [...bindings, ...(env.APP_ENV === "production" ? (["LOGS"] as const) : [])].map((name) => ({
    name,
    present: Boolean(env[name]),
  }));
