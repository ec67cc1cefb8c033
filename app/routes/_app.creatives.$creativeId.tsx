import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { creativeRecord } from "~/domain/creatives/creative";
import { creativeDetails, saveCreative } from "~/domain/creatives/manageCreatives";
import { CreativeForm } from "~/features/creatives/CreativeForm";
import { CreativeView } from "~/features/creatives/CreativeView";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { saveAction } from "~/http/saveAction.server";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => (data.manage ? data.creative.name : "View Creatives"));

/** Staff edit it; everyone else sees it read-only ('View Creatives'). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "creatives.view");
  const { referralUrl, ...creative } = await orNotFound(creativeDetails(ctx, idParam(args.params.creativeId)));
  return { creative, referralUrl, manage: can(ctx.actor, "creatives.manage") };
}

export const action = saveAction("creatives.manage", creativeRecord, saveCreative);

export default function Creative() {
  const { creative, referralUrl, manage } = useLoaderData<typeof loader>();
  const posted = useActionResult<FileFormAnswer>();
  if (manage) return <CreativeForm key={creative.id} creative={creative} posted={posted} />;
  return (
    <>
      <PageHeader title="View Creatives" back={{ href: creativeRecord.list, label: "Creatives" }} />
      <CreativeView creative={creative} referralUrl={referralUrl} />
    </>
  );
}
