import { FORM_KEY } from "~/formNames";
import { paths } from "~/paths";
import { failureText, statusText } from "~/ui/form/postFailures";
import { postWithProgress } from "~/ui/form/postWithProgress";
import type { OrderFormAnswer, OrderIntent } from "./orderForms";

const failed = (intent: OrderIntent, error: string): OrderFormAnswer => ({
  intent,
  result: { error: { "": [error] } },
});

/**
 * Posts one of the order page's forms. Uses no navigation, so half-typed text elsewhere on the page stays. Never
 * throws: a failure is a result with errors.
 */
export async function postOrderForm(orderId: string, intent: OrderIntent, data: FormData): Promise<OrderFormAnswer> {
  data.set("with", "script");
  const response = await postWithProgress(`${paths.orderThread(orderId)}?intent=${intent}`, data);
  const answer = answerOf(response.text);
  if (answer) return answer;
  // The page keeps what was typed: a sign-in in its place would lose it.
  return failed(
    intent,
    response.path === paths.signIn()
      ? failureText("signedOut")
      : statusText(response, data.has("key") || data.has(FORM_KEY)),
  );
}

/** The answer in a response body; null for a page, such as the sign-in page after the session has expired. */
function answerOf(text: string): OrderFormAnswer | null {
  try {
    const body = JSON.parse(text) as OrderFormAnswer | null;
    return body?.intent ? body : null;
  } catch {
    return null;
  }
}
