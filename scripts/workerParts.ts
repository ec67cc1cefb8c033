import { existsSync } from "node:fs";

export const parts = [
  "referral",
  "notifications",
  "inbound-mail",
  "billing",
  "linkwatch",
  "scanner",
  "card-sandbox",
  "mail-catcher",
  "web-sandbox",
] as const;
export type Part = (typeof parts)[number];

/** Where Pages looks for a project's Worker. Never sent to a browser. */
export const portalDirectory = "build/client/_worker.js";

/** The fonts of invoices, which the billing Worker reads. */
export const fontFolder = "build/fonts";

/** True when a Worker has both its configuration and its code. */
export const partExists = (part: Part) =>
  existsSync(`workers/${part}/wrangler.toml`) && existsSync(`workers/${part}/index.ts`);

/** The wrangler.toml of a part. */
export const configurationOf = (part: "portal" | Part) =>
  part === "portal" ? "wrangler.toml" : `workers/${part}/wrangler.toml`;
