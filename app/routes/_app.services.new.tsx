import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { pageTitle } from "~/features/frame/pageTitle";
import { ServiceFrame } from "~/features/services/ServiceFrame";
import { ServiceTab } from "~/features/services/ServiceTab";
import { answerServiceForm } from "~/features/services/serviceForm.server";
import { pageContext } from "~/http/pageContext.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Add Service");

export async function loader(args: LoaderFunctionArgs) {
  return { team: await assigneeOptions(await pageContext(args, "services.manage")) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  return await answerServiceForm(args.context.portal, ctx);
}

export default function NewService() {
  return (
    <ServiceFrame service={null} tab="service">
      <ServiceTab
        service={null}
        team={useLoaderData<typeof loader>().team}
        posted={useActionResult<FileFormAnswer>()}
      />
    </ServiceFrame>
  );
}
