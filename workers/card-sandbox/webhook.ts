import { type Account, sandboxKeys } from "./keys";

/** The `stripe-signature` header of a body: HMAC-SHA256 over `t.body`, t in seconds by the portal's clock. */
export async function signatureOf(account: Account, body: string, nowSeconds: number): Promise<string> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(sandboxKeys[account].webhookSecret);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, encoder.encode(`${nowSeconds}.${body}`));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${nowSeconds},v1=${hex}`;
}

/** Posts one event to the portal's webhook of that account. Returns its status, 0 when unreachable. */
export async function deliver(
  portal: Fetcher,
  siteUrl: string,
  account: Account,
  body: string,
  nowSeconds: number,
): Promise<number> {
  try {
    const response = await portal.fetch(`${siteUrl}/webhooks/stripe/${account}`, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": await signatureOf(account, body, nowSeconds),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body,
      redirect: "manual",
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
