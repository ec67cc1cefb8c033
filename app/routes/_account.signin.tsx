import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignInForm } from "~/features/accounts/SignInForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { COOKIE_CHECK, paths, safePath } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign In");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await pageContext(args, "account.signIn");
  const { searchParams } = new URL(args.request.url);
  const redirectUrl = safePath(searchParams.get("redirectUrl"));
  if (args.context.portal.session) return redirect(redirectUrl, 303);
  return {
    redirectUrl,
    withoutCookies: searchParams.has(COOKIE_CHECK),
    links: settings.security.signInLinks,
    shop: settings.shop.open,
  };
}

export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "account.signIn");
  // Imported on first use: showing the form needs no schema and no two-factor library (rules.md speed/start).
  const { authenticator } = await import("~/http/authenticator.server");
  return await authenticator(args.context.portal).authenticate("form", args.request);
}

export default function SignIn() {
  const { redirectUrl, withoutCookies, links, shop } = useLoaderData<{
    redirectUrl: string;
    withoutCookies: boolean;
    links: boolean;
    shop: boolean;
  }>();
  const answer = useActionResult<FormAnswer>();
  return (
    <>
      <div className="stack-small">
        <h1>Welcome Back!</h1>
        <h2>Sign In</h2>
      </div>
      {withoutCookies ? (
        <Alert tone="danger" title="Your browser refused our cookie">
          You were signed in, but without cookies we cannot keep you signed in. Allow cookies for this site, then sign
          in again. We use them only to run the portal.
        </Alert>
      ) : null}
      <SignInForm
        hidden={{ redirectUrl }}
        lastResult={answer?.result}
        {...(links ? { linkAction: paths.signInLink(redirectUrl) } : {})}
      />
      <div className="row row-between">
        <Link to={paths.forgotPassword()}>Trouble signing in?</Link>
        <span className="row">
          <span className="muted">New here?</span>
          <Link to={paths.signUp(redirectUrl)}>Sign Up</Link>
        </span>
      </div>
      {shop ? <Link to={paths.shop()}>See our services</Link> : null}
    </>
  );
}
