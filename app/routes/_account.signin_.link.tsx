import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignInLinkInput } from "~/domain/accounts/accountInputs";
import { LINK_MINUTES } from "~/domain/accounts/newSignInLink";
import { requestSignInLink } from "~/domain/accounts/requestSignInLink";
import { emailField } from "~/domain/emailField";
import { CheckYourEmail } from "~/features/accounts/CheckYourEmail";
import { SignInLinkForm } from "~/features/accounts/SignInLinkForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { portalCookie, setPortalCookie, setToast } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths, safePath } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign-in link");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await pageContext(args, "account.signIn");
  const { searchParams } = new URL(args.request.url);
  if (!settings.security.signInLinks) throw redirect(paths.signIn(safePath(searchParams.get("redirectUrl"))), 303);
  const email = searchParams.has("sent")
    ? emailField.safeParse(portalCookie(args.context.portal, "link")).data
    : undefined;
  return { sentTo: email ?? null, redirectUrl: safePath(searchParams.get("redirectUrl")) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const { portal } = args.context;
  const form = await readForm(args.request);
  const redirectTo = safePath(String(form.get("redirectUrl") ?? ""));
  return await submitForm(args.context.portal, form, SignInLinkInput, async (input) => {
    await requestSignInLink(ctx, { ...input, redirectTo });
    // As long as the link itself works; a cookie, so that the address is in no link and no log.
    setPortalCookie(portal, "link", input.email, LINK_MINUTES * 60);
    if (form.has("again")) await setToast(portal, { tone: "info", text: "We sent the email again" });
    return redirect(paths.signInLinkSent(redirectTo), 303);
  });
}

/** Sign-in without a password, by a link in a mail. Answers the same whether the address is known or not. */
export default function SignInLink() {
  const { sentTo, redirectUrl } = useLoaderData<typeof loader>();
  const result = useActionResult<FormAnswer>()?.result;
  if (sentTo)
    return (
      <CheckYourEmail
        email={sentTo}
        signInPath={paths.signIn(redirectUrl)}
        errors={result?.error?.[""] ?? []}
        link="we sent a link to sign in. It works once, within 10 minutes."
        hidden={{ redirectUrl }}
      />
    );
  return (
    <>
      <div className="stack-small">
        <h1>Email me a sign-in link</h1>
        <p className="muted">Enter the email of your account and we will send you a link that signs you in.</p>
      </div>
      <SignInLinkForm redirectUrl={redirectUrl} lastResult={result} />
      <Link to={paths.signIn(redirectUrl)}>Back to Login</Link>
    </>
  );
}
