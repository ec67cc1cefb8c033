import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { ServiceTab } from "~/features/services/ServiceTab";
import { answerServiceForm } from "~/features/services/serviceForm.server";
import { pageContext } from "~/http/pageContext.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Add Service | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "services.manage");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  return await answerServiceForm(args.context.portal, ctx);
}

export default function NewService() {
  return (
    <ServiceFrame service={null} tab="service">
      <ServiceTab service={null} posted={useActionResult<FileFormAnswer>()} />
    </ServiceFrame>
  );
}
