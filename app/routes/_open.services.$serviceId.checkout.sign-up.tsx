import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignUpForm } from "~/features/accounts/SignUpForm";
import { signUpToCheckout } from "~/features/checkout/checkoutSignIn.server";
import { keptDraft } from "~/features/checkout/keptDraft.server";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signUp");
  const serviceId = idParam(args.params.serviceId);
  const checkout = paths.checkout(serviceId);
  if (args.context.portal.session) return redirect(checkout, 303);
  const draft = await keptDraft(args.context.portal, ctx, serviceId);
  return {
    checkout,
    values: { firstName: draft?.firstName, lastName: draft?.lastName, email: draft?.email },
  };
}

export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "account.signUp");
  return await signUpToCheckout(args.context.portal, idParam(args.params.serviceId));
}

interface Loaded {
  checkout: string;
  values: { firstName?: string; lastName?: string; email?: string };
}

export default function CheckoutSignUp() {
  const { checkout, values } = useLoaderData<Loaded>();
  const answer = useActionResult<FormAnswer>();
  return (
    <RouteDialog title="Create your free account" closeHref={checkout}>
      <SignUpForm lastResult={answer?.result} values={values} preventScrollReset />
      <div className="row row-between">
        <Link to={checkout} preventScrollReset>
          Cancel
        </Link>
        <Link to={`${checkout}/sign-in`} preventScrollReset>
          Have an account?
        </Link>
      </div>
    </RouteDialog>
  );
}
