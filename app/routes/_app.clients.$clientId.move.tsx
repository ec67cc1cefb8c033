import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { clientDetails } from "~/domain/clients/clientDetails";
import { clientOptions } from "~/domain/clients/clientOptions";
import { findClient } from "~/domain/clients/findClient";
import { moveOrders, ordersToMove } from "~/domain/orders/moveOrders";
import { MoveOrdersForm } from "~/domain/orders/moveOrdersInput";
import { MoveOrdersDialog } from "~/features/clients/MoveOrdersDialog";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useAnswer } from "~/ui/form/useAnswer";

export { clientAction, shouldRevalidate } from "~/ui/form/unreachable";

export const meta = () => [{ title: `Move Order | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.move");
  const { id } = await orNotFound(clientDetails(ctx, idParam(args.params.clientId)));
  const { searchParams } = new URL(args.request.url);
  const search = searchParams.get("clientSearch") ?? "";
  const [orders, found, chosen] = await Promise.all([
    ordersToMove(ctx, id, searchParams.getAll("order")),
    clientOptions(ctx, search),
    findClient(ctx, searchParams.get("clientId") ?? "").catch(() => null),
  ]);
  return json({
    clientId: id,
    orders,
    search,
    found: found.filter((client) => client.id !== id),
    chosen: chosen && { id: chosen.id, name: fullName(chosen), email: chosen.email },
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.move");
  const oldClientId = idParam(args.params.clientId);
  const form = await readForm(args.request);
  // The search step, and the page again with all that was chosen: both are an address.
  const typed = [...form].filter(([name, value]) => typeof value === "string" && name !== "intent");
  const here = `${paths.clientMove(oldClientId)}?${new URLSearchParams(typed as [string, string][])}`;
  if (form.get("intent") === "find") return redirect(here, 303);
  return await submitForm(form, MoveOrdersForm, async ({ order, clientId }) => {
    const { moved } = await moveOrders(ctx, { orderIds: order, oldClientId, clientId });
    return await redirectWithToast(
      args.context.portal,
      paths.client(oldClientId),
      moved === 1 ? "1 order moved" : `${moved} orders moved`,
    );
  });
}

export default function MoveOrders() {
  return <MoveOrdersDialog {...useLoaderData<typeof loader>()} lastResult={useAnswer<FormAnswer>()?.result} />;
}
