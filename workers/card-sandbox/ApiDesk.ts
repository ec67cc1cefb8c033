import type { Call } from "./call";
import { ApiFailure, invalidRequest } from "./errors";
import { expand } from "./expand";
import type { Fault, Faults } from "./faults";
import { parseForm } from "./form";
import { type Answer, Idempotency, keyInUse } from "./idempotency";
import { newId } from "./ids";
import type { Account } from "./keys";
import { readParameters } from "./parameters";
import { assertOwnsIntent, publicFieldsOf } from "./publishableAccess";
import { browserOperations, findRoute, type Route } from "./routes";
import type { Store } from "./store";

export interface ApiRequest {
  account: Account;
  method: string;
  path: string;
  /** Form text: the query of a GET, the body of a POST. */
  form: string;
  idempotencyKey: string | null;
  fromBrowser: boolean;
  nowMs: number;
}

export interface ApiAnswer extends Answer {
  requestId: string;
  replayed: boolean;
  /** Close the connection without an answer. */
  drop: boolean;
}

/** Parses an API request, runs it in one transaction, and stores the answer under its idempotency key. */
export class ApiDesk {
  private readonly idempotency: Idempotency;
  private readonly underWay = new Set<string>();

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly store: Store,
    private readonly faults: Faults,
  ) {
    this.idempotency = new Idempotency(storage.sql);
  }

  /** Answers a request; `callFor` creates its handler's context. */
  async answer(request: ApiRequest, callFor: (requestId: string) => Call): Promise<ApiAnswer> {
    const requestId = newId("req");
    const route = findRoute(request.method, request.path);
    const fault = route && this.faults.take(route.name);
    const answered = (answer: Answer, more: Partial<ApiAnswer> = {}): ApiAnswer => ({
      ...answer,
      requestId,
      replayed: false,
      drop: fault?.kind === "drop_after",
      ...more,
    });
    if (fault?.kind === "drop_before") return answered({ status: 0, body: "" }, { drop: true });
    const key = request.method === "POST" ? request.idempotencyKey : null;
    const fingerprint = `${request.method} ${request.path} ${request.form}`;
    try {
      if (!route) throw unknownUrl(request);
      const earlier = key && this.idempotency.find(key, fingerprint, request.nowMs);
      if (earlier) return answered(earlier, { replayed: true });
      if (key && this.underWay.has(key)) throw keyInUse();
      if (fault?.kind === "429") throw tooMany();
      if (fault?.kind === "slow") await this.wait(key, fault);
      const { answer, executed } =
        fault?.kind === "500"
          ? serverError()
          : this.run(route, request, { ...callFor(requestId), bankIsSlow: fault?.kind === "processing" });
      if (key && executed) this.idempotency.keep(key, fingerprint, answer, request.nowMs);
      return answered(answer);
    } catch (failure) {
      if (failure instanceof ApiFailure) return answered(answerOf(failure, request.fromBrowser));
      throw failure;
    }
  }

  private async wait(key: string | null, fault: Fault): Promise<void> {
    if (key) this.underWay.add(key);
    try {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    } finally {
      if (key) this.underWay.delete(key);
    }
  }

  private run(route: Route, request: ApiRequest, call: Call): { answer: Answer; executed: boolean } {
    if (request.fromBrowser && !browserOperations.has(route.operation)) throw secretKeyRequired();
    const {
      expand: paths = [],
      client_secret,
      key,
      ...params
    } = readParameters(this.withBrowserFields(route, request), parseForm(request.form));
    if (request.fromBrowser) assertOwnsIntent(call, route, client_secret);
    // One transaction: a refused parameter writes nothing, a refused card leaves its failed charge.
    return this.storage.transactionSync(() => {
      try {
        const result = expand(this.store, route.handle(call, route.id, params), paths as string[]);
        const shown = request.fromBrowser ? publicFieldsOf(result) : result;
        return { answer: { status: 200, body: JSON.stringify(shown) }, executed: true };
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.executed)
          return { answer: answerOf(failure, request.fromBrowser), executed: true };
        throw failure;
      }
    });
  }

  private withBrowserFields(route: Route, request: ApiRequest) {
    if (!request.fromBrowser || !route.request) return route.request;
    // Stripe.js also sends its publishable key as a form field.
    return { ...route.request, properties: { ...route.request.properties, key: { type: "string" } } };
  }
}

function answerOf({ status, error }: ApiFailure, fromBrowser = false): Answer {
  if (!fromBrowser) return { status, body: JSON.stringify({ error }) };
  const { payment_intent, setup_intent, ...rest } = error;
  const intents = {
    ...(payment_intent ? { payment_intent: publicFieldsOf(payment_intent) } : {}),
    ...(setup_intent ? { setup_intent: publicFieldsOf(setup_intent) } : {}),
  };
  return { status, body: JSON.stringify({ error: { ...rest, ...intents } }) };
}

function serverError(): { answer: Answer; executed: boolean } {
  const failure = new ApiFailure(500, { type: "api_error", message: "An unknown error occurred" });
  return { answer: answerOf(failure), executed: true };
}

function tooMany(): ApiFailure {
  return new ApiFailure(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
  });
}

function secretKeyRequired(): ApiFailure {
  return new ApiFailure(403, {
    type: "invalid_request_error",
    code: "secret_key_required",
    message:
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
  });
}

function unknownUrl(request: ApiRequest): ApiFailure {
  const { error } = invalidRequest(
    `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
  return new ApiFailure(404, error);
}
