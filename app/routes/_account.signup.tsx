import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignUpInput } from "~/domain/accounts/accountInputs";
import { SignUpForm } from "~/features/accounts/SignUpForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { signUpAndEnter } from "~/http/signUpAndEnter.server";
import { submitForm } from "~/http/submitForm.server";
import { paths, safePath } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Sign Up");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "account.signUp");
  const redirectUrl = safePath(new URL(args.request.url).searchParams.get("redirectUrl"));
  if (args.context.portal.session) return redirect(redirectUrl, 303);
  return { redirectUrl };
}

export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "account.signUp");
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, SignUpInput, (input) =>
    signUpAndEnter(args.context.portal, input, form.get("redirectUrl"), form.get("timeZone")),
  );
}

export default function SignUp() {
  const { redirectUrl } = useLoaderData<{ redirectUrl: string }>();
  const answer = useActionResult<FormAnswer>();
  return (
    <>
      <h1>Create your free account</h1>
      <SignUpForm hidden={{ redirectUrl }} lastResult={answer?.result} />
      <p className="row">
        <span className="muted">Have an account?</span>
        <Link to={paths.signIn(redirectUrl)}>Sign In</Link>
      </p>
    </>
  );
}
