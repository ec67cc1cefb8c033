import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { linksToWorkOn } from "~/domain/placements/linksToWorkOn";
import { orderOfLinks } from "~/domain/placements/orderOfLinks";
import { pageTitle } from "~/features/frame/pageTitle";
import { PastedListView } from "~/features/placements/PastedListView";
import type { PastedListAnswer } from "~/features/placements/pastedLists";
import { answerPastedList, pastedSites, tickedIn } from "~/features/placements/pastedLists.server";
import { formFields } from "~/features/placements/placementForms";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { TextField } from "~/ui/form/TextField";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Propose sites");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  const orderId = idParam(args.params.orderId);
  const ticked = tickedIn(new URL(args.request.url).searchParams);
  const [{ number }, links] = await Promise.all([
    orNotFound(orderOfLinks(ctx, orderId)),
    orNotFound(linksToWorkOn(ctx, orderId, [])),
  ]);
  return {
    orderId,
    number,
    ticked: links.filter(({ id }) => ticked.includes(id)).map(({ id }) => id),
    approves: links.every(({ terms }) => terms.approveSite),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  return await answerPastedList(args.context.portal, ctx, idParam(args.params.orderId), pastedSites);
}

export default function ProposeSites() {
  const { orderId, number, ticked, approves } = useLoaderData<typeof loader>();
  const posted = useActionResult<PastedListAnswer>();
  const typed = posted?.result?.initialValue;
  return (
    <PastedListView
      title="Propose sites"
      back={{ href: paths.orderPlacements(orderId), label: `Order ${number}` }}
      hint="One site a line: domain, DR, DA, traffic, sample page. One site goes to each ready link, in sequence."
      placeholder={"example.com\t54\t40\t12000"}
      verb="Propose"
      ticked={ticked}
      posted={posted}
      carried={["source", "asks"]}
    >
      <TextField
        label="Source"
        hint="Who measured, for all lines"
        placeholder="Ahrefs"
        {...formFields("list", posted)("source")}
      />
      {approves ? (
        <p className="muted">The client is asked to approve each site.</p>
      ) : (
        <CheckboxField
          label="Ask the client to approve"
          id="list-asks"
          name="asks"
          defaultChecked={typed ? String(typed.asks) === "on" : false}
        />
      )}
    </PastedListView>
  );
}
