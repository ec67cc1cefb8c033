import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

const UNREACHABLE =
  "We could not be reached. Please check your connection and try again. What you typed is still here.";

/**
 * Route export, with `shouldRevalidate`, for forms that took long to fill in: when no answer comes at all, the page stays
 * as it was typed and says so, as an error of the form as a whole.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // What fetch throws when nobody answered; redirects and refusals are answers.
    if (!(error instanceof TypeError)) throw error;
    const errors = { "": [UNREACHABLE] };
    return { unreachable: true, result: { error: errors }, errors };
  }
}

/** Nothing has changed, and a read that fails as well would put an error page in the form's place. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult?.unreachable ? false : defaultShouldRevalidate;
