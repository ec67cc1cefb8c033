import type { OrderMessage } from "~/domain/messages/orderMessage";
import { quoteMessage } from "~/domain/messages/quoteMessage";

/** Adds a text after what is written in a message's field, as if it were typed, and puts the focus there. */
export function appendText(form: HTMLFormElement | null, text: string, between: string) {
  const field = form?.querySelector("textarea");
  if (!field) return;
  const written = field.value.trimEnd();
  field.value = written ? written + between + text : text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** Quotes a message in the open composer. */
export const appendQuote = (message: OrderMessage) =>
  appendText(document.querySelector<HTMLFormElement>(".talk-composer:not([hidden])"), quoteMessage(message), "\n\n");
