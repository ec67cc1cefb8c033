import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { createFirstAdmin } from "~/domain/setup/createFirstAdmin";
import { FirstAdminInput, WRONG_SET_UP_TOKEN } from "~/domain/setup/firstAdminInput";
import { setUpState } from "~/domain/setup/setUpToken";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { FirstAdminForm } from "~/features/setup/FirstAdminForm";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction = ({ matches }) => [
  { title: titleWithBrand(matches, "Set up") },
  { name: "robots", content: "noindex" },
];

// The address holds the token, so it must reach no other site and no cache.
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "setup.begin");
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  const state = await setUpState(ctx, token);
  if (state === "done") return redirect(paths.signIn(), 303);
  return json({ token, open: state === "open" }, state === "open" ? 200 : 400);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "setup.begin");
  const { portal } = args.context;
  return await submitForm(
    portal,
    args.request,
    FirstAdminInput,
    async (input) => {
      await createFirstAdmin(ctx, input);
      const sent = `We sent a link to ${input.email}. Open it to choose your password.`;
      return await redirectWithToast(portal, paths.signIn(), sent);
    },
    { secret: ["token"] },
  );
}

/** The first page of a portal without a super admin (rules.md settings/set-up). */
export default function SetUp() {
  const { token, open } = useLoaderData<typeof loader>();
  const answer = useActionResult<FormAnswer>();
  return (
    <>
      <div className="stack-small">
        <h1>Set up your portal</h1>
        {open ? <p className="muted">Create your account. Name, logo and services come next.</p> : null}
      </div>
      {open ? (
        <FirstAdminForm token={token} lastResult={answer?.result} />
      ) : (
        <Alert tone="danger">{WRONG_SET_UP_TOKEN}</Alert>
      )}
    </>
  );
}
