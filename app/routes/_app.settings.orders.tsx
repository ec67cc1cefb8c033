import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderSettings, saveOrderSettings } from "~/domain/orders/orderSettings";
import { OrderSettingsInput } from "~/domain/orders/orderSettingsInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { OrderSettingsForm } from "~/features/settings/OrderSettingsForm";
import { SettingsFrame } from "~/features/settings/SettingsFrame";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Order settings");

export async function loader(args: LoaderFunctionArgs) {
  const { values, version, next } = await orderSettings(await pageContext(args, "settings.manage"));
  return { orders: values, version, next };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "settings.manage");
  const { portal } = args.context;
  return await submitForm(portal, args.request, OrderSettingsInput, async (input) => {
    await saveOrderSettings(ctx, input);
    return await redirectWithToast(portal, paths.orderSettings(), "Updated successfully");
  });
}

export default function OrderSettingsPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Orders" help="When you work, and what new orders and packages start with.">
      <OrderSettingsForm key={data.version} {...data} lastResult={useActionResult<FormAnswer>()?.result} />
    </SettingsFrame>
  );
}
