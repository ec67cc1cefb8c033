import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RESET_LINK_OVER, ResetPasswordForm as ResetPasswordInput } from "~/domain/accounts/accountInputs";
import { hashSecret } from "~/domain/accounts/sessionSecret";
import { findPasswordLink, updatePassword } from "~/domain/accounts/updatePassword";
import { ResetPasswordForm } from "~/features/accounts/ResetPasswordForm";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { useBrand } from "~/features/frame/useBrand";
import { pageContext } from "~/http/pageContext.server";
import { portalCookie, setPortalCookie } from "~/http/portalRequest.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

const words = {
  reset: {
    title: "Reset Password",
    help: "",
    verb: "Reset Password",
    done: "Password reset successfully",
    next: "You are signed out everywhere. Please sign in with your new password.",
  },
  invitation: {
    title: "Welcome",
    help: "Choose a password to activate your account.",
    verb: "Set Password",
    done: "Your account is ready",
    next: "Please sign in with your new password.",
  },
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, data?.purpose === "invitation" ? "Welcome" : "Reset Password") },
];

// The address holds the token, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** Identifies the link that this browser just used without containing it, so that its page can report success. */
const usedMark = async (token: string) => `used.${await hashSecret(token)}`;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.resetPassword");
  const token = args.params.token ?? "";
  const link = await findPasswordLink(ctx, token);
  const purpose = link?.purpose ?? "reset";
  if (link?.works) return { purpose, state: "open" as const };
  const used = portalCookie(args.context.portal, "reset") === (await usedMark(token));
  return { purpose, state: used ? ("done" as const) : ("over" as const) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.resetPassword");
  const token = args.params.token ?? "";
  return await submitForm(args.context.portal, args.request, ResetPasswordInput, async ({ password }) => {
    await updatePassword(ctx, { token, password });
    setPortalCookie(args.context.portal, "reset", await usedMark(token), 300);
    return redirect(paths.resetPassword(token), 303);
  });
}

export default function ResetPassword() {
  const { state, purpose } = useLoaderData<typeof loader>();
  const { title, help, verb, done, next } = words[purpose];
  const { name } = useBrand();
  const answer = useActionResult<FormAnswer>();
  if (state === "done")
    return (
      <>
        <h1>{done}</h1>
        <p>{next}</p>
        <LinkButton to={paths.signIn()} variant="solid" size={3} wide>
          Proceed to Login
        </LinkButton>
      </>
    );
  return (
    <>
      <h1>{purpose === "invitation" ? `${title} to ${name}` : title}</h1>
      {help && state === "open" ? <p>{help}</p> : null}
      {state === "open" ? (
        <ResetPasswordForm lastResult={answer?.result} verb={verb} />
      ) : (
        <Alert
          tone="danger"
          action={
            <LinkButton to={paths.forgotPassword()} variant="solid">
              Request a new link
            </LinkButton>
          }
        >
          {RESET_LINK_OVER}
        </Alert>
      )}
    </>
  );
}
