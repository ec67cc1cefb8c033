import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { UNDO_OVER } from "~/domain/accounts/accountInputs";
import { canUndoTwoFactor, undoTwoFactor } from "~/domain/accounts/undoTwoFactor";
import { AccountErrors } from "~/features/accounts/AccountErrors";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { type FormAnswer, fieldErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Turn off two-factor sign-in");

// The address holds a signature, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

const linkOf = ({ userId = "", enabledAt = "", mac = "" }: LoaderFunctionArgs["params"]) => ({
  userId,
  enabledAt: Number(enabledAt),
  mac,
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  return { works: await canUndoTwoFactor(ctx, linkOf(args.params)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const { portal } = args.context;
  return await submitForm(portal, args.request, z.object({}), async () => {
    await undoTwoFactor(ctx, linkOf(args.params));
    const text = "Two-factor sign-in is off. We sent you an email to set a new password.";
    return await redirectWithToast(portal, paths.signIn(), text);
  });
}

/** Opening the link changes nothing; its button does (rules.md accounts/mail-links). */
export default function UndoTwoFactor() {
  const { works } = useLoaderData<typeof loader>();
  const errors = fieldErrorsOf(useActionResult<FormAnswer>());
  return (
    <>
      <h1>Turn off two-factor sign-in</h1>
      {works ? (
        <Form method="post" className="form">
          <AccountErrors id="undo-two-factor" errors={errors[""]} />
          <p>
            Do this if you did not turn it on yourself. You are signed out everywhere and get an email to set a new
            password.
          </p>
          <SubmitButton size={3} wide>
            Turn off and sign out everywhere
          </SubmitButton>
        </Form>
      ) : (
        <Alert
          tone="danger"
          action={
            <LinkButton to={paths.signIn()} variant="solid">
              Sign in
            </LinkButton>
          }
        >
          {UNDO_OVER}
        </Alert>
      )}
    </>
  );
}
