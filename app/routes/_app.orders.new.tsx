import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { orderableServices } from "~/domain/catalogue/orderableServices";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { createUnpaidOrder } from "~/domain/checkout/createUnpaidOrder";
import { ManualOrderInput, UnpaidOrderInput } from "~/domain/checkout/manualOrderInput";
import type { PickedClient } from "~/domain/clients/clientOptions";
import { agencyZone } from "~/domain/context";
import { dayOf, fromDay } from "~/domain/days";
import { step } from "~/features/checkout/checkoutPage.server";
import { packageName } from "~/features/checkout/checkoutValues";
import { pickedClient } from "~/features/clients/clientPicker.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { ManualOrderForm } from "~/features/orders/ManualOrderForm";
import { foundOrNull } from "~/http/foundOrNull.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { textEntries } from "~/http/textEntries";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";
import { newId } from "~db/ids";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Create Order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.create");
  const { searchParams } = new URL(args.request.url);
  const typed: Record<string, string> = Object.fromEntries(searchParams);
  const [services, service, client] = await Promise.all([
    orderableServices(ctx),
    typed.serviceId ? foundOrNull(checkoutService(ctx, typed.serviceId)) : null,
    pickedClient(ctx, searchParams),
  ]);
  const today = dayOf(ctx.now, agencyZone(ctx));
  // A key of its own whatever the address says: who comes back by it after an order enters another one.
  const initial: Record<string, string> = { paidDate: today, ...typed, checkoutKey: newId(ctx.now) };
  // Quantities of another service, which the places of this one's packages must not take over.
  if (typed[packageName(0)] !== service?.packages[0]?.id)
    for (const name of Object.keys(initial)) if (name.startsWith("packageCounts")) delete initial[name];
  return { services, service, client, initial, today };
}

/** The same page with everything typed in its address: how steps go on without script. */
const withTyped = (form: FormData) => {
  const typed = textEntries(form).filter(([name]) => !["intent", "step"].includes(name));
  return redirect(`${paths.orderNew()}?${new URLSearchParams(typed)}`, 303);
};

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.create");
  const form = await readForm(args.request);
  const pressed = form.get("step");
  if (typeof pressed === "string") {
    step(form, pressed);
    return withTyped(form);
  }
  // Another service than the one whose packages were shown: they are shown first.
  const shown = new URL(args.request.url).searchParams.get("serviceId");
  if (form.get("intent") === "create" && shown && form.get("serviceId") && shown !== form.get("serviceId"))
    return withTyped(form);
  const client = await pickedClient(ctx, form);
  if (form.get("payment") === "link")
    return await submitForm(
      args.context.portal,
      form,
      UnpaidOrderInput,
      async (input) => {
        const { id } = await createUnpaidOrder(ctx, input);
        const text = "Order created. We sent the client a link to pay.";
        return await redirectWithToast(args.context.portal, paths.order(id), text);
      },
      { answer: { client } },
    );
  return await submitForm(
    args.context.portal,
    form,
    ManualOrderInput,
    async (input) => {
      const { id } = await createManualOrder(ctx, {
        ...input,
        paidDate: fromDay(input.paidDate, agencyZone(ctx)),
      });
      return await redirectWithToast(args.context.portal, paths.order(id), "Order created successfully");
    },
    { answer: { client } },
  );
}

export default function NewOrder() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionResult<FormAnswer<Record<string, unknown>, { client: PickedClient }>>();
  return (
    <>
      <PageHeader title="Create Order" back={{ href: paths.orders(), label: "Orders" }} />
      <ManualOrderForm
        {...data}
        client={answer?.client ?? data.client}
        lastResult={answer?.result}
        tax={Number((answer?.details ?? answer?.result?.initialValue)?.tax ?? 0)}
      />
    </>
  );
}
