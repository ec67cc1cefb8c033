import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { CHALLENGE_OVER, SignInCodeInput } from "~/domain/accounts/accountInputs";
import { challengeWaits, signInWithCode } from "~/domain/accounts/signInWithCode";
import { AccountErrors } from "~/features/accounts/AccountErrors";
import { CodeField } from "~/features/accounts/CodeField";
import { HiddenFields } from "~/features/accounts/HiddenFields";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { portalCookie, setPortalCookie } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectSignedIn } from "~/http/redirectSignedIn.server";
import { submitForm } from "~/http/submitForm.server";
import { paths, safePath } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { type FormAnswer, fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Two-factor sign-in");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const redirectUrl = safePath(new URL(args.request.url).searchParams.get("redirectUrl"));
  return { redirectUrl, waits: await challengeWaits(ctx, portalCookie(args.context.portal, "challenge") ?? "") };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const { portal } = args.context;
  const form = await readForm(args.request);
  const enter = async ({ code }: SignInCodeInput) => {
    const signedIn = await signInWithCode(ctx, { challenge: portalCookie(portal, "challenge") ?? "", code });
    setPortalCookie(portal, "challenge", "", 0);
    return await redirectSignedIn(portal, signedIn, form.get("redirectUrl"));
  };
  return await submitForm(portal, form, SignInCodeInput, enter, { secret: ["code"] });
}

/** The second factor of a sign-in; works as long as the challenge of the first one is open. */
export default function SignInCode() {
  const { redirectUrl, waits } = useLoaderData<typeof loader>();
  const errors = fieldErrorsOf(useActionResult<FormAnswer>());
  if (!waits)
    return (
      <>
        <h1>Two-factor sign-in</h1>
        <Alert
          tone="danger"
          action={
            <LinkButton to={paths.signIn(redirectUrl)} variant="solid">
              Sign In
            </LinkButton>
          }
        >
          {CHALLENGE_OVER}
        </Alert>
      </>
    );
  return (
    <>
      <div className="stack-small">
        <h1>Two-factor sign-in</h1>
        <p className="muted">Enter the code that your authenticator app shows now, or a recovery code.</p>
      </div>
      <Form method="post" unguarded className="form" noValidate>
        <AccountErrors
          id="sign-in-code"
          errors={errors[""]}
          fields={[{ id: "sign-in-code-code", label: "Code", errors: errors.code }]}
        />
        <HiddenFields values={{ redirectUrl }} />
        <CodeField id="sign-in-code-code" errors={errors.code} />
        <SubmitButton size={3} wide>
          Sign in
        </SubmitButton>
      </Form>
      <Link to={paths.signIn(redirectUrl)}>Back to Login</Link>
    </>
  );
}
