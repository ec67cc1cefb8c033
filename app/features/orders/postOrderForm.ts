import { FORM_KEY } from "~/formNames";
import { paths } from "~/paths";
import { failureText, statusText } from "~/ui/form/postFailures";
import { postWithProgress } from "~/ui/form/postWithProgress";
import type { OrderForm, OrderFormAnswer } from "./orderForms";

const failed = (form: OrderForm, why: string): OrderFormAnswer => ({
  form,
  errors: { "": [why] },
  values: {},
  received: [],
});

/**
 * Posts one of the order page's forms and reports upload progress (0 to 1). Uses no navigation, so half-typed text
 * elsewhere on the page stays. Never throws: a failure is a result with errors.
 */
export async function postOrderForm(
  orderId: string,
  form: OrderForm,
  data: FormData,
  onProgress?: (share: number) => void,
): Promise<OrderFormAnswer> {
  data.set("with", "script");
  const sent = await postWithProgress(`${paths.orderThread(orderId)}?do=${form}`, data, onProgress);
  const answer = answerOf(sent.text);
  if (answer) return answer;
  // The page keeps what was typed: a sign-in in its place would lose it.
  return failed(
    form,
    sent.path === paths.signIn() ? failureText("signedOut") : statusText(sent, data.has("key") || data.has(FORM_KEY)),
  );
}

/** The result in a response body; null for a page, such as the sign-in page after the session has expired. */
function answerOf(text: string): OrderFormAnswer | null {
  try {
    return (JSON.parse(text) as { work?: OrderFormAnswer }).work ?? null;
  } catch {
    return null;
  }
}
