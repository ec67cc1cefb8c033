import type { PaymentIntent, SetupIntent, StripeError } from "@stripe/stripe-js";
import { holderMessage } from "../holderMessage";
import { type ApiOutcome, callApi, type Fields } from "./api";
import { askAuthentication } from "./authenticationDialog";
import type { ValidationError } from "./cardChecks";
import { CardElement } from "./cardElement";

type Intent = PaymentIntent | SetupIntent;
type Kind = "payment_intents" | "setup_intents";

interface BillingDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: {
    line1?: string | null;
    line2?: string | null;
    city?: string | null;
    state?: string | null;
    country?: string | null;
    postal_code?: string | null;
  };
}

export interface ConfirmData {
  payment_method?: string | { card?: unknown; billing_details?: BillingDetails };
  return_url?: string;
  receipt_email?: string;
  setup_future_usage?: "off_session" | "on_session";
}

/** The card of the sandbox's wallet. */
export const TEST_WALLET = { number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };

/** Intent calls with the publishable key of one account. */
export class Intents {
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  /** Confirms the intent of a client secret with a card element, a saved method or its own method. */
  async confirm<T extends Intent>(
    kind: Kind,
    clientSecret: string,
    data: ConfirmData,
    handleActions: boolean,
  ): Promise<ApiOutcome<T>> {
    const method = methodFields(data.payment_method);
    if (method.error) return { error: method.error as StripeError };
    const outcome = await callApi<T>(this.base, this.key, "POST", `${kind}/${idOf(clientSecret)}/confirm`, {
      ...method.fields,
      client_secret: clientSecret,
      return_url: data.return_url,
      ...(kind === "payment_intents"
        ? { receipt_email: data.receipt_email, setup_future_usage: data.setup_future_usage }
        : {}),
      // A caller that handles the next step with a return address gets a page to visit.
      use_stripe_sdk: handleActions || !data.return_url,
    });
    if (outcome.error || !outcome.value || !handleActions) return outcome;
    return this.finish(kind, outcome.value);
  }

  async retrieve<T extends Intent>(kind: Kind, clientSecret: string): Promise<ApiOutcome<T>> {
    return callApi<T>(this.base, this.key, "GET", `${kind}/${idOf(clientSecret)}`, { client_secret: clientSecret });
  }

  /** Asks the cardholder when the intent requires it. A failed answer becomes the intent's last error. */
  async handleNextAction<T extends Intent>(clientSecret: string): Promise<ApiOutcome<T>> {
    const kind = clientSecret.startsWith("seti_") ? "setup_intents" : "payment_intents";
    const current = await this.retrieve<T>(kind, clientSecret);
    return current.value ? this.finish(kind, current.value) : current;
  }

  async createMethod<T>(card: CardElement, billing: BillingDetails | undefined): Promise<ApiOutcome<T>> {
    const typed = methodFields({ card, billing_details: billing });
    if (typed.error) return { error: typed.error as StripeError };
    return callApi<T>(this.base, this.key, "POST", "payment_methods", typed.fields.payment_method_data ?? {});
  }

  private async finish<T extends Intent>(kind: Kind, intent: T): Promise<ApiOutcome<T>> {
    if (intent.status !== "requires_action") return { value: intent };
    const amount =
      "amount" in intent
        ? new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(intent.amount / 100)
        : undefined;
    const outcome = await askAuthentication(amount);
    const secret = intent.client_secret ?? "";
    try {
      await fetch(`${this.base}/3ds/${intent.id}?client_secret=${encodeURIComponent(secret)}`, {
        method: "POST",
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: `outcome=${outcome}`,
        credentials: "omit",
      });
    } catch {
      return {
        error: {
          type: "api_connection_error",
          message: "The connection to the payment provider was lost. Please try again.",
        },
      };
    }
    const after = await this.retrieve<T>(kind, secret);
    const failure = after.value && errorOf(after.value);
    return failure ? { error: failure } : after;
  }
}

function errorOf(intent: Intent): StripeError | undefined {
  const error = "last_payment_error" in intent ? intent.last_payment_error : (intent as SetupIntent).last_setup_error;
  if (intent.status !== "requires_payment_method" || !error) return undefined;
  const holder = "last_payment_error" in intent ? { payment_intent: intent } : { setup_intent: intent as SetupIntent };
  return { ...error, message: holderMessage(error), ...holder } as StripeError;
}

interface MethodFields {
  error?: ValidationError;
  fields: { payment_method?: string; payment_method_data?: Fields };
}

function methodFields(method: ConfirmData["payment_method"]): MethodFields {
  if (!method) return { fields: {} };
  if (typeof method === "string") return { fields: { payment_method: method } };
  if (method.card === TEST_WALLET) return { fields: { payment_method_data: { type: "card", card: TEST_WALLET } } };
  if (!(method.card instanceof CardElement)) throw new Error("payment_method.card must be a card Element.");
  const typed = method.card.read();
  if (typed.error) return { error: typed.error, fields: {} };
  const { address, ...billing } = method.billing_details ?? {};
  const billingDetails = { ...billing, address: { ...address, postal_code: typed.postalCode ?? address?.postal_code } };
  return {
    fields: { payment_method_data: { type: "card", card: { ...typed.card }, billing_details: billingDetails } },
  };
}

/** `pi_123_secret_456` belongs to `pi_123`. */
function idOf(clientSecret: string): string {
  const [id] = clientSecret.split("_secret_");
  if (!id || id === clientSecret)
    throw new Error("Invalid value for clientSecret: value should be a client secret such as pi_123_secret_456.");
  return id;
}
