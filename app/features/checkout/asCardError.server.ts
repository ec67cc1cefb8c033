import { Invalid } from "~/domain/errors";
import { SavedCardGone } from "~/domain/payments/savedCards";

/** The form keeps what was typed when its card was removed on the way. */
export const asCardError = (error: unknown): never => {
  throw error instanceof SavedCardGone ? new Invalid(error.message, "savedCardId") : error;
};
