import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clientDetails } from "~/domain/clients/clientDetails";
import type { PickedClient } from "~/domain/clients/clientOptions";
import type { Context } from "~/domain/context";
import { moveOrders, ordersToMove } from "~/domain/orders/moveOrders";
import { MoveOrdersForm } from "~/domain/orders/moveOrdersInput";
import { pickedClient } from "~/features/clients/clientPicker.server";
import { MoveOrdersDialog } from "~/features/clients/MoveOrdersDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { textEntries } from "~/http/textEntries";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Move Order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.move");
  const { id } = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  const { searchParams } = new URL(args.request.url);
  const [orders, client] = await Promise.all([
    ordersToMove(ctx, id, searchParams.getAll("order")),
    newOwner(ctx, id, searchParams),
  ]);
  return { clientId: id, orders, client };
}

async function newOwner(ctx: Context, ownerId: string, typed: URLSearchParams | FormData): Promise<PickedClient> {
  const { matches, ...client } = await pickedClient(ctx, typed);
  return { ...client, matches: matches.filter(({ id }) => id !== ownerId) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.move");
  const oldClientId = idParam(args.params.clientId);
  const form = await readForm(args.request);
  // The search step, and the page again with all that was chosen: both are an address.
  const typed = textEntries(form).filter(([name]) => name !== "intent");
  const here = `${paths.clientMove(oldClientId)}?${new URLSearchParams(typed)}`;
  if (form.get("intent") === "find") return redirect(here, 303);
  return await submitForm(
    args.context.portal,
    form,
    MoveOrdersForm,
    async ({ order, clientId }) => {
      const { moved } = await moveOrders(ctx, { orderIds: order, oldClientId, clientId });
      return await redirectWithToast(
        args.context.portal,
        paths.client(oldClientId),
        moved === 1 ? "1 order moved" : `${moved} orders moved`,
      );
    },
    { answer: { client: await newOwner(ctx, oldClientId, form) } },
  );
}

export default function MoveOrders() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionResult<FormAnswer<Record<string, unknown>, { client: PickedClient }>>();
  return <MoveOrdersDialog {...data} client={answer?.client ?? data.client} lastResult={answer?.result} />;
}
