import { isRefused } from "../stripeErrors.server";

/** Cards take a text after the account's prefix only: the provider refuses `statement_descriptor` for them. */
export interface StatementParams {
  statement_descriptor_suffix?: string;
}

/**
 * Creates with the text for the card statement, and once more without it under a key of its own when the provider
 * refuses that text: it may come from before a change of the account's prefix, and must not stop a payment.
 */
export async function withStatement<T>(
  text: string | null,
  key: string,
  create: (statement: StatementParams, key: string) => Promise<T>,
): Promise<T> {
  if (!text) return await create({}, key);
  try {
    return await create({ statement_descriptor_suffix: text }, key);
  } catch (error) {
    if (!isRefused(error) || !error.param?.includes("statement_descriptor")) throw error;
    return await create({}, `${key}:plain`);
  }
}
