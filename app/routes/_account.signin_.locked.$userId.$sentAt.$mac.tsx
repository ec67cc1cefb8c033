import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignInLinkInput } from "~/domain/accounts/accountInputs";
import { LINK_MINUTES } from "~/domain/accounts/newSignInLink";
import { canRequestLinkAfterLockout, requestLinkAfterLockout } from "~/domain/accounts/requestLinkAfterLockout";
import { ExpiredSignInLink } from "~/features/accounts/ExpiredSignInLink";
import { SignInLinkForm } from "~/features/accounts/SignInLinkForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { setPortalCookie } from "~/http/portalRequest.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign-in link");

// The address holds a signature, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

const linkOf = ({ userId = "", sentAt = "", mac = "" }: LoaderFunctionArgs["params"]) => ({
  userId,
  sentAt: Number(sentAt),
  mac,
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  return { works: await canRequestLinkAfterLockout(ctx, linkOf(args.params)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const { portal } = args.context;
  return await submitForm(portal, args.request, SignInLinkInput, async ({ email }) => {
    await requestLinkAfterLockout(ctx, linkOf(args.params), email);
    setPortalCookie(portal, "link", email, LINK_MINUTES * 60);
    return redirect(paths.signInLinkSent(), 303);
  });
}

/** The page of the mail about a lock-out: its owner requests a sign-in link (rules.md security/lockout). */
export default function SignInAfterLockout() {
  const { works } = useLoaderData<typeof loader>();
  const result = useActionResult<FormAnswer>()?.result;
  return (
    <>
      <div className="stack-small">
        <h1>Email me a sign-in link</h1>
        {works ? (
          <p className="muted">
            Enter the email of your account. We send you a link that signs you in, although sign-ins are blocked.
          </p>
        ) : null}
      </div>
      {works ? <SignInLinkForm redirectUrl="/" lastResult={result} /> : <ExpiredSignInLink />}
      <Link to={paths.signIn()}>Back to Login</Link>
    </>
  );
}
