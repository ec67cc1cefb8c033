import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ForgotPasswordInput } from "~/domain/accounts/accountInputs";
import { requestPasswordReset } from "~/domain/accounts/requestPasswordReset";
import { emailField } from "~/domain/emailField";
import { CheckYourEmail } from "~/features/accounts/CheckYourEmail";
import { ForgotPasswordForm } from "~/features/accounts/ForgotPasswordForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { portalCookie, setPortalCookie, setToast } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

// Long enough to look into the mailbox; a cookie, so that the address is in no link and no log.
const CONFIRMATION_SECONDS = 15 * 60;

export const meta = pageTitle("Forgot Password?");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "account.resetPassword");
  const sent = new URL(args.request.url).searchParams.has("sent");
  const email = sent ? emailField.safeParse(portalCookie(args.context.portal, "reset")).data : undefined;
  return { sentTo: email ?? null };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.resetPassword");
  const { portal } = args.context;
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, ForgotPasswordInput, async (input) => {
    await requestPasswordReset(ctx, input);
    setPortalCookie(portal, "reset", input.email, CONFIRMATION_SECONDS);
    if (form.has("again")) await setToast(portal, { tone: "info", text: "We sent the email again" });
    return redirect(paths.forgotPasswordSent(), 303);
  });
}

export default function ForgotPassword() {
  const { sentTo } = useLoaderData<typeof loader>();
  const result = useActionResult<FormAnswer>()?.result;
  if (sentTo) return <CheckYourEmail email={sentTo} signInPath={paths.signIn()} errors={result?.error?.[""] ?? []} />;
  return (
    <>
      <div className="stack-small">
        <h1>Forgot Password?</h1>
        <p className="muted">Enter the email of your account and we will send you a link to set a new password.</p>
      </div>
      <ForgotPasswordForm lastResult={result} />
      <Link to={paths.signIn()}>Back to Login</Link>
    </>
  );
}
