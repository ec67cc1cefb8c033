import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderOfLinks } from "~/domain/placements/orderOfLinks";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { pageTitle } from "~/features/frame/pageTitle";
import { PlanForm } from "~/features/placements/PlanForm";
import type { PlacementFormAnswer } from "~/features/placements/placementForms";
import { answerPlanForm } from "~/features/placements/planForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Change links");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  const orderId = idParam(args.params.orderId);
  const [{ number }, assignees] = await Promise.all([orNotFound(orderOfLinks(ctx, orderId)), assigneeOptions(ctx)]);
  return { orderId, number, assignees };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  return await answerPlanForm(args.context.portal, ctx, idParam(args.params.orderId));
}

export default function ChangeLinks() {
  const { orderId, number, assignees } = useLoaderData<typeof loader>();
  const posted = useActionResult<PlacementFormAnswer & { ids?: string[] }>();
  return (
    <>
      <PageHeader title="Change links" back={{ href: paths.orderPlacements(orderId), label: `Order ${number}` }} />
      <Card>
        <p>{`${posted?.ids?.length ?? 0} ticked links`}</p>
        {(posted?.ids ?? []).map((id) => (
          <input key={id} type="hidden" name="placement" value={id} form="plan" />
        ))}
        <PlanForm orderId={orderId} form="plan" assignees={assignees} posted={posted} />
      </Card>
    </>
  );
}
