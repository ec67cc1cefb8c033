import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { linksToWorkOn } from "~/domain/placements/linksToWorkOn";
import { orderOfLinks } from "~/domain/placements/orderOfLinks";
import { pageTitle } from "~/features/frame/pageTitle";
import { PastedListView } from "~/features/placements/PastedListView";
import type { PastedListAnswer } from "~/features/placements/pastedLists";
import { answerPastedList, pastedLive, tickedIn } from "~/features/placements/pastedLists.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Mark live");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  const orderId = idParam(args.params.orderId);
  const ticked = tickedIn(new URL(args.request.url).searchParams);
  const [{ number }, links] = await Promise.all([
    orNotFound(orderOfLinks(ctx, orderId)),
    orNotFound(linksToWorkOn(ctx, orderId, [])),
  ]);
  return { orderId, number, ticked: links.filter(({ id }) => ticked.includes(id)).map(({ id }) => id) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.manage");
  return await answerPastedList(args.context.portal, ctx, idParam(args.params.orderId), pastedLive);
}

export default function MarkLive() {
  const { orderId, number, ticked } = useLoaderData<typeof loader>();
  return (
    <PastedListView
      title="Mark live"
      back={{ href: paths.orderPlacements(orderId), label: `Order ${number}` }}
      hint="One live address a line. It goes to the link on its site, or to the link whose number you put in front."
      placeholder={"https://example.com/post\n10436-07\thttps://example.com/other"}
      verb="Mark live"
      ticked={ticked}
      posted={useActionResult<PastedListAnswer>()}
    />
  );
}
