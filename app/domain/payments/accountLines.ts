import { formatDateTime } from "~/format/dates";
import type { PaymentAccount, ProviderAccount } from "../ports/payments";
import { wholeStatement } from "../settings/statementText";

/** The provider's answer about an account, or why there is none. */
export type AccountAnswer =
  | { kind: "read"; account: ProviderAccount }
  | { kind: "silent" | "key refused" | "unreadable" }
  /** The message names the variable. */
  | { kind: "misconfigured"; message: string };

/** One fact about a card account. */
export interface AccountLine {
  label: string;
  state: "good" | "plain" | "warning" | "bad";
  text: string;
  /** What to do; of every bad line. Its text is then a sentence of its own. */
  advice?: string;
}

/** A line in red. */
export const isTrouble = ({ state }: Pick<AccountLine, "state">) => state === "bad";

export interface AccountFacts {
  account: PaymentAccount;
  answer: AccountAnswer;
  /** Null when the deployment's values must not be used. */
  publishableKey: string | null;
  sandbox: boolean;
  /** What the portal adds to card statements; null for nothing. */
  statementText: string | null;
  /** Both keys belong to the same account. */
  shared: boolean;
  /** The newest event that a webhook brought. ms UTC. */
  lastEvent: { type: string; receivedAt: number } | null;
  /** When an event happened that no webhook brought within a day; null for none. */
  missedAt: number | null;
  now: number;
  /** The reader's. */
  zone: string;
}

const variable = (account: PaymentAccount, name: string) => `STRIPE_${account.toUpperCase()}_${name}`;

/** The facts in the order in which they are shown. Keys appear by their name and last four characters. */
export function accountLines(facts: AccountFacts): AccountLine[] {
  const { account, publishableKey } = facts;
  return [
    ...answerLines(facts),
    ...(publishableKey === null
      ? []
      : [
          {
            label: "Publishable key",
            state: "plain" as const,
            text: `${variable(account, "PUBLISHABLE_KEY")} …${publishableKey.slice(-4)}`,
          },
        ]),
    webhookLine(facts),
  ];
}

function answerLines(facts: AccountFacts): AccountLine[] {
  const { account, answer } = facts;
  if (answer.kind !== "read") return [refusedLine(facts)];
  const { name, id, chargesEnabled, cardPayments } = answer.account;
  return [
    facts.shared
      ? {
          label: "Account",
          state: "bad",
          text: `Both accounts have the keys of ${id}`,
          advice: `Create a second account at the provider, set the three ${variable(account, "…")} values to its keys, and deploy.`,
        }
      : { label: "Account", state: "plain", text: name ? `${name} (${id})` : id },
    modeLine(facts, answer.account.live),
    chargesEnabled
      ? { label: "Charges", state: "good", text: "Enabled" }
      : {
          label: "Charges",
          state: "bad",
          text: "Charges are off: no payment works",
          advice: "Finish the activation of this account in the provider's dashboard. It lists what is missing.",
        },
    cardsLine(cardPayments),
    { label: "Card statement", state: "plain", text: statementOf(facts.statementText, answer.account) },
  ];
}

function refusedLine({ account, answer }: AccountFacts): AccountLine {
  const common = { label: "Provider", state: "bad" } as const;
  switch (answer.kind) {
    case "key refused":
      return {
        ...common,
        text: "The provider refuses the secret key, or the key may not read the account",
        advice: `Create a new secret key in this account's dashboard, set ${variable(account, "SECRET_KEY")}, and deploy.`,
      };
    case "misconfigured":
      return { ...common, text: answer.message, advice: "Set the value and deploy. No payment works until then." };
    case "unreadable":
      return {
        ...common,
        text: "The provider's answer cannot be read",
        advice: "Search the logs for accountOf. Payments may work all the same.",
      };
    default:
      return {
        ...common,
        text: "The provider does not answer",
        advice: "Load this page again in a minute. If it stays like this, look at the provider's status page.",
      };
  }
}

function modeLine({ account, sandbox, publishableKey }: AccountFacts, live: boolean): AccountLine {
  if (sandbox) return { label: "Mode", state: "plain", text: "Card sandbox of the local run" };
  if (publishableKey !== null && publishableKey.startsWith("pk_live_") !== live)
    return {
      label: "Mode",
      state: "bad",
      text: live
        ? "The secret key is live and the publishable key is for tests"
        : "The secret key is for tests and the publishable key is live",
      advice: `Set ${variable(account, "SECRET_KEY")} and ${variable(account, "PUBLISHABLE_KEY")} to keys of one mode, and deploy.`,
    };
  return live
    ? { label: "Mode", state: "good", text: "Live: cards are charged" }
    : { label: "Mode", state: "warning", text: "Test: no card is charged" };
}

function cardsLine(cards: "active" | "pending" | "inactive"): AccountLine {
  const label = "Card payments";
  if (cards === "active") return { label, state: "good", text: "Active" };
  if (cards === "pending")
    return {
      label,
      state: "warning",
      text: "Card payments are pending: the provider checks the account",
      advice: "Look in the provider's dashboard whether it waits for something from you.",
    };
  return {
    label,
    state: "bad",
    text: "Card payments are off: cards are refused",
    advice: "Turn on cards under the payment methods of this account in the provider's dashboard.",
  };
}

function statementOf(text: string | null, { statement, statementPrefix }: ProviderAccount): string {
  const prefix = statementPrefix ?? statement;
  return text && prefix ? wholeStatement(prefix, text) : (text ?? statement ?? prefix ?? "Not set");
}

function webhookLine({ account, lastEvent, missedAt, now, zone }: AccountFacts): AccountLine {
  const label = "Last webhook";
  const last = lastEvent
    ? `${lastEvent.type}, ${ageOf(now - lastEvent.receivedAt)} ago (${formatDateTime(lastEvent.receivedAt, zone)})`
    : "None yet";
  if (missedAt === null) return { label, state: "plain", text: last };
  return {
    label,
    state: "bad",
    text: `No webhook arrives: an event of ${formatDateTime(missedAt, zone)} had to be looked up. The last one: ${last}`,
    advice: `Check the endpoint /webhooks/stripe/${account} in this account's dashboard: is it enabled, and does its signing secret match ${variable(account, "WEBHOOK_SECRET")}?`,
  };
}

/** '5 minutes', from ms. */
function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
