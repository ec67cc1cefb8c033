import { messageText } from "./messageText";
import type { OrderMessage } from "./orderMessage";

/** Lines of a message that are quoted. */
const MAX_LINES = 30;

/** A message as a Markdown quote with its author's name, for the composer. */
export function quoteMessage({ fromName, body }: Pick<OrderMessage, "fromName" | "body">): string {
  const lines = messageText(body).split("\n");
  const quoted = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), "…"] : lines;
  return `${[`**${fromName}:**`, "", ...quoted].map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
}
