import type Stripe from "stripe";
import type { Call } from "./call";
import { invalidRequest } from "./errors";
import type { Account } from "./keys";
import type { Store } from "./store";

/** What control can change about an account. */
export interface AccountChange {
  charges?: boolean;
  cards?: Stripe.Account.Capabilities["card_payments"];
}

/** The beginning of every statement text of an account. */
const STATEMENT_PREFIX = "TEST";
const STATEMENT = "CARD SANDBOX";

type StoredAccount = Stripe.Account & { created: number };

const newAccount = (account: Account): StoredAccount => ({
  id: `acct_sandbox_${account}`,
  object: "account",
  business_profile: null,
  business_type: "company",
  capabilities: { card_payments: "active", transfers: "active" },
  charges_enabled: true,
  country: "US",
  created: 0,
  default_currency: "usd",
  details_submitted: true,
  email: `${account}@sandbox.example`,
  payouts_enabled: true,
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: STATEMENT_PREFIX,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: `Card sandbox (${account})`, timezone: "Etc/UTC" },
    payments: {
      statement_descriptor: STATEMENT,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
  },
  type: "standard",
});

const accountIn = (store: Store, account: Account) =>
  store.find<StoredAccount>("account", newAccount(account).id) ?? newAccount(account);

/** accounts.retrieveCurrent */
export const retrieveCurrentAccount = ({ store, account }: Call): Stripe.Account => accountIn(store, account);

/** What a card statement shows for a charge. */
export const statementOf = (suffix: string | null) => (suffix ? `${STATEMENT_PREFIX}* ${suffix}` : STATEMENT);

/** Throws 400 for a text that card statements cannot show, as the API does. */
export function assertStatement(params: { statement_descriptor?: string; statement_descriptor_suffix?: string }): void {
  if (params.statement_descriptor !== undefined)
    throw invalidRequest(
      "You cannot use `statement_descriptor` for card charges. Use `statement_descriptor_suffix` instead.",
      { param: "statement_descriptor" },
    );
  const suffix = params.statement_descriptor_suffix;
  if (suffix === undefined || (/^[^<>\\'"*]*[A-Za-z][^<>\\'"*]*$/.test(suffix) && statementOf(suffix).length <= 22))
    return;
  throw invalidRequest(
    "The statement descriptor suffix must contain a letter and none of < > \\ ' \" *, and 22 characters with the prefix.",
    { param: "statement_descriptor_suffix" },
  );
}

/** Makes an account as one that the provider has not finished checking, or restores it. */
export function changeAccount(store: Store, account: Account, { charges, cards }: AccountChange): void {
  const present = accountIn(store, account);
  const changed: StoredAccount = {
    ...present,
    charges_enabled: charges ?? present.charges_enabled,
    capabilities: { ...present.capabilities, card_payments: cards ?? present.capabilities?.card_payments ?? "active" },
  };
  if (store.find("account", changed.id)) store.save(changed);
  else store.insert(changed);
}
