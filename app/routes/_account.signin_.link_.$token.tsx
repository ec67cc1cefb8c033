import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { SIGN_IN_LINK_OVER } from "~/domain/accounts/accountInputs";
import { openSignInLink, signInByLink } from "~/domain/accounts/signInByLink";
import { AccountErrors } from "~/features/accounts/AccountErrors";
import { enterOrAskCode } from "~/http/enterOrAskCode.server";
import { pageContext } from "~/http/pageContext.server";
import { setToast } from "~/http/portalRequest.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { type FormAnswer, fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Sign in | ${brand.name}` }];

// The address holds the token, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  return { account: (await openSignInLink(ctx, args.params.token ?? ""))?.account ?? null };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const token = args.params.token ?? "";
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    const target = (await openSignInLink(ctx, token))?.redirectTo;
    const signingIn = signInByLink(ctx, token).then(async (signedIn) => {
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
  const { account } = useLoaderData<typeof loader>();
  const errors = fieldErrorsOf(useActionResult<FormAnswer>());
  if (!account)
    return (
      <>
        <h1>Sign In</h1>
        <Alert
          tone="danger"
          action={
            <LinkButton to={paths.signInLink()} variant="solid">
              Request a new link
            </LinkButton>
          }
        >
          {SIGN_IN_LINK_OVER}
        </Alert>
      </>
    );
  return (
    <>
      <div className="stack-small">
        <h1>Welcome Back!</h1>
        <p className="muted">
          Select Sign In to continue as <strong>{account}</strong>.
        </p>
      </div>
      <Form method="post" className="form">
        <AccountErrors id="sign-in-by-link" errors={errors[""]} />
        <SubmitButton size={3} wide>
          Sign in
        </SubmitButton>
      </Form>
    </>
  );
}
