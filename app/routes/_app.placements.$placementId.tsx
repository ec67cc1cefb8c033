import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { claimsOfLink } from "~/domain/claims/findClaims";
import { isStaff } from "~/domain/context";
import { placementDetails } from "~/domain/placements/placementDetails";
import { type AssigneeOption, assigneeOptions } from "~/domain/team/assigneeOptions";
import { pageTitle } from "~/features/frame/pageTitle";
import { PlacementView } from "~/features/placements/PlacementView";
import { type PlacementFormAnswer, placementIntents } from "~/features/placements/placementForms";
import { answerPlacementForm } from "~/features/placements/placementForms.server";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Link ${data.link.number}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.list");
  const id = idParam(args.params.placementId);
  const [link, claims, assignees] = await Promise.all([
    orNotFound(placementDetails(ctx, id)),
    claimsOfLink(ctx, id),
    isStaff(ctx.actor) ? assigneeOptions(ctx) : ([] as AssigneeOption[]),
  ]);
  const rights = { refunds: can(ctx.actor, "claims.refund"), rejects: can(ctx.actor, "claims.reject") };
  return { link, claims, ...rights, assignees, now: ctx.now };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  const id = idParam(args.params.placementId);
  return await answerPlacementForm(args.context.portal, ctx, id, intentOf(args.request, placementIntents));
}

export default function Placement() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionResult<PlacementFormAnswer>();
  return <PlacementView key={loaded.link.id} {...loaded} posted={posted} />;
}
