import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { creativeRecord } from "~/domain/creatives/creative";
import { saveCreative } from "~/domain/creatives/manageCreatives";
import { CreativeForm } from "~/features/creatives/CreativeForm";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { saveAction } from "~/http/saveAction.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New Creative");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "creatives.manage");
  return null;
}

export const action = saveAction("creatives.manage", creativeRecord, saveCreative);

export default function NewCreative() {
  return <CreativeForm creative={null} posted={useActionResult<FileFormAnswer>()} />;
}
