import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { CreativeForm } from "~/features/creatives/CreativeForm";
import { answerCreativeForm } from "~/features/creatives/creativeForm.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New Creative");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "creatives.manage");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  return await answerCreativeForm(args.context.portal, await pageContext(args, "creatives.manage"));
}

export default function NewCreative() {
  return (
    <>
      <PageHeader title="New Creative" back={{ href: paths.creatives(), label: "Creatives" }} />
      <CreativeForm creative={null} posted={useActionResult<FileFormAnswer>()} />
    </>
  );
}
