import Stripe from "stripe";

interface Env {
  CARD_SANDBOX: Fetcher;
}

/** Creates an intent through a service binding; answers `{status}` or `{error}` with the SDK's error type. */
export default {
  async fetch(request, env): Promise<Response> {
    const { idempotencyKey, maxNetworkRetries } = (await request.json()) as {
      idempotencyKey: string;
      maxNetworkRetries: number;
    };
    const stripe = new Stripe("sk_test_sandbox_regular", {
      apiVersion: "2026-10-28.endive",
      httpClient: Stripe.createFetchHttpClient(
        (input: string | URL | Request, init?: RequestInit) =>
          env.CARD_SANDBOX.fetch(
            input as string,
            init as RequestInit<RequestInitCfProperties>,
          ) as unknown as Promise<globalThis.Response>,
      ),
      maxNetworkRetries,
      telemetry: false,
    });
    try {
      const intent = await stripe.paymentIntents.create(
        { amount: 700, currency: "usd", payment_method: "pm_card_visa", confirm: true },
        { idempotencyKey },
      );
      return Response.json({ status: intent.status, id: intent.id });
    } catch (error) {
      return Response.json({ error: error instanceof Stripe.errors.StripeError ? error.type : String(error) });
    }
  },
} satisfies ExportedHandler<Env>;
