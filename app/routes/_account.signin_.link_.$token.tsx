import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { openSignInLink, signInByLink } from "~/domain/accounts/signInByLink";
import { emailField } from "~/domain/emailField";
import { ExpiredSignInLink } from "~/features/accounts/ExpiredSignInLink";
import { SignInByLinkForm } from "~/features/accounts/SignInByLinkForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { enterOrAskCode } from "~/http/enterOrAskCode.server";
import { pageContext } from "~/http/pageContext.server";
import { type PortalRequest, portalCookie, setToast } from "~/http/portalRequest.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign in");

// The address holds the token, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const link = await openSignInLink(ctx, args.params.token ?? "", requestedFor(args.context.portal));
  return link ? { account: link.account, requestedHere: link.requestedHere } : null;
}

/** The address for which this browser requested a link within the link's lifetime. */
const requestedFor = (portal: PortalRequest) => emailField.safeParse(portalCookie(portal, "link")).data ?? null;

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const token = args.params.token ?? "";
  const input = z.object({ email: emailField.optional() });
  return await submitForm(args.context.portal, args.request, input, async ({ email }) => {
    const target = (await openSignInLink(ctx, token))?.redirectTo;
    const confirmed = email ?? requestedFor(args.context.portal) ?? "";
    const signingIn = signInByLink(ctx, token, confirmed).then(async (signedIn) => {
      if (signedIn.passwordRemoved) await setToast(args.context.portal, { tone: "info", text: PASSWORD_REMOVED });
      return signedIn;
    });
    return await enterOrAskCode(args.context.portal, signingIn, target);
  });
}

const PASSWORD_REMOVED =
  "Your email address is confirmed. For your security we removed the password that was set before. Use 'Forgot password' to set a new one.";

/** Opening the link changes nothing; its button signs in (rules.md accounts/mail-links). */
export default function SignInByLink() {
  const link = useLoaderData<typeof loader>();
  const answer = useActionResult<FormAnswer>();
  if (!link)
    return (
      <>
        <h1>Sign In</h1>
        <ExpiredSignInLink />
      </>
    );
  return (
    <>
      <div className="stack-small">
        <h1>Welcome Back!</h1>
        <p className="muted">
          {link.requestedHere
            ? "Select Sign In to continue as "
            : "This link was requested in another browser. Enter your email address to continue as "}
          <strong>{link.account}</strong>.
        </p>
      </div>
      <SignInByLinkForm asksForEmail={!link.requestedHere} lastResult={answer?.result} />
    </>
  );
}
