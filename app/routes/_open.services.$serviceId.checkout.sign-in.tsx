import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { SignInForm } from "~/features/accounts/SignInForm";
import { signInToCheckout } from "~/features/checkout/checkoutSignIn.server";
import { keptDraft } from "~/features/checkout/keptDraft.server";
import { useBrand } from "~/features/frame/useBrand";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.signIn");
  const serviceId = idParam(args.params.serviceId);
  const checkout = paths.checkout(serviceId);
  if (args.context.portal.session) return redirect(checkout, 303);
  const draft = await keptDraft(args.context.portal, ctx, serviceId);
  return { checkout, email: draft?.email };
}

export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "account.signIn");
  return await signInToCheckout(args.context.portal);
}

export default function CheckoutSignIn() {
  const { checkout, email } = useLoaderData<{ checkout: string; email?: string }>();
  const answer = useActionResult<FormAnswer>();
  const brand = useBrand();
  return (
    <RouteDialog title="Sign In" closeHref={checkout}>
      <p className="muted">Sign in to order with your account. Nothing was charged, and your choices are saved.</p>
      <SignInForm
        hidden={{ redirectUrl: checkout }}
        lastResult={answer?.result}
        email={email}
        linkAction={paths.signInLink(checkout)}
        preventScrollReset
      />
      <div className="row row-between">
        <Link to={checkout} preventScrollReset>
          Cancel
        </Link>
        {/* The checkout stays open with its card. */}
        <a href={paths.forgotPassword()} target="_blank" rel="noreferrer">
          Trouble signing in?<span className="visually-hidden"> Opens in a new tab</span>
        </a>
        <Link to={`${checkout}/sign-up`} preventScrollReset>
          New to {brand.name}?
        </Link>
      </div>
    </RouteDialog>
  );
}
