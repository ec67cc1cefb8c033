import type { OrderWorkAnswer, OrderWorkForm } from "~/domain/orders/orderWork";
import { paths } from "~/paths";

const failed = (form: OrderWorkForm): OrderWorkAnswer => ({
  form,
  errors: { "": ["An error occurred. Please try again."] },
  values: {},
  received: [],
});

/**
 * Sends one of the order page's forms by script, with the share that has left (0 to 1) as it goes. A plain request and
 * no navigation: what is half typed elsewhere on the page stays. Never throws: a failure is an answer with errors.
 */
export function postOrderWork(
  orderId: string,
  form: OrderWorkForm,
  data: FormData,
  onProgress?: (share: number) => void,
): Promise<OrderWorkAnswer> {
  data.set("with", "script");
  return new Promise((resolve) => {
    // fetch does not tell how much of an upload has left.
    const request = new XMLHttpRequest();
    request.open("POST", `${paths.orderTalk(orderId)}?do=${form}`);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "text";
    if (onProgress)
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
    request.addEventListener("loadend", () => resolve(answerOf(request.responseText) ?? failed(form)));
    request.send(data);
  });
}

/** The answer in a body; null for a page, such as the sign-in that a session which is over leads to. */
function answerOf(text: string): OrderWorkAnswer | null {
  try {
    return (JSON.parse(text) as { work?: OrderWorkAnswer }).work ?? null;
  } catch {
    return null;
  }
}
