import type { MetaFunction } from "@remix-run/cloudflare";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerByLink, LinkAnswer } from "~/domain/placements/answerByLink";
import { openApprovalToken } from "~/domain/placements/approvalLink";
import { approvalPage } from "~/domain/placements/approvalPage";
import { ApprovalExpired } from "~/features/approvals/ApprovalExpired";
import { ApprovalView } from "~/features/approvals/ApprovalView";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";

export { ApprovalLinkError as ErrorBoundary } from "~/features/approvals/ApprovalLinkError";
export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction = ({ matches }) => [
  { title: titleWithBrand(matches, "Approve a link") },
  { name: "robots", content: "noindex" },
];

/** The URL is the credential: it must not leak through a referrer or stay in a cache. */
export const headers = () => ({ "Referrer-Policy": "same-origin", "Cache-Control": "no-store" });

/** Only reads: mail scanners open every link (rules.md accounts/mail-links). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.answerByLink");
  const { token = "" } = args.params;
  const page = await orNotFound(approvalPage(ctx, token));
  return json({ token, page }, page.expired ? 410 : 200);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.answerByLink");
  const { token = "" } = args.params;
  await orNotFound(openApprovalToken(ctx, token));
  return await submitForm(args.context.portal, args.request, LinkAnswer, async (answer) => {
    await answerByLink(ctx, token, answer);
    return redirect(paths.approval(token), 303);
  });
}

/** Answers one proposal without a password or access to the rest of the account. */
export default function ApprovalByLink() {
  const { token, page } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<{ answer: string; reason: string }>>();
  return (
    <PublicFrame signInHref={paths.signIn(paths.placement(page.placementId))}>
      {page.expired ? (
        <ApprovalExpired placementId={page.placementId} />
      ) : (
        <ApprovalView token={token} approval={page} answer={answer} />
      )}
    </PublicFrame>
  );
}
