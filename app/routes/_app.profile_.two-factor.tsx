import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { signedInRecently } from "~/domain/accounts/confirmOwner";
import { twoFactorSetup, twoFactorState } from "~/domain/accounts/twoFactor";
import { pageTitle } from "~/features/frame/pageTitle";
import { ConfirmAddressCard } from "~/features/profile/ConfirmAddressCard";
import { qrCode } from "~/features/profile/qrCode.server";
import { RecoveryCodes } from "~/features/profile/RecoveryCodes";
import { TwoFactorControls } from "~/features/profile/TwoFactorControls";
import { TwoFactorSetupForm } from "~/features/profile/TwoFactorSetupForm";
import { answerTwoFactor, type TwoFactorAnswer } from "~/features/profile/twoFactorPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Two-factor sign-in");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.twoFactor");
  const state = await twoFactorState(ctx);
  if (state.enabled || state.unproven) return { state, setup: null, recent: false };
  const { address, ...setup } = await twoFactorSetup(ctx);
  return { state, setup: { ...setup, qr: qrCode(address) }, recent: await signedInRecently(ctx) };
}

export async function action(args: ActionFunctionArgs) {
  return await answerTwoFactor(args.context.portal, await pageContext(args, "account.twoFactor"));
}

export default function TwoFactor() {
  const { state, setup, recent } = useLoaderData<typeof loader>();
  const answer = useActionResult<TwoFactorAnswer>();
  // A wrong code keeps the secret that the user has already scanned.
  const shown = answer?.setup ?? setup;
  return (
    <div className="stack-large">
      <PageHeader
        title="Two-factor sign-in"
        back={{ href: paths.profile(), label: "Edit your details" }}
        help="Require a code from an authenticator app when you sign in."
      />
      {answer?.codes ? (
        <RecoveryCodes codes={answer.codes} />
      ) : state.enabled ? (
        <TwoFactorControls state={state} lastResult={answer?.result} />
      ) : (
        <>
          {state.required ? (
            <Alert tone="warning">Your team requires two-factor sign-in. Set it up to continue.</Alert>
          ) : null}
          {state.unproven ? <ConfirmAddressCard email={state.unproven} /> : null}
          {shown ? <TwoFactorSetupForm {...shown} askPassword={!recent} lastResult={answer?.result} /> : null}
        </>
      )}
    </div>
  );
}
