import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { creativeDetails } from "~/domain/creatives/creativeDetails";
import { CreativeForm } from "~/features/creatives/CreativeForm";
import { CreativeView } from "~/features/creatives/CreativeView";
import { answerCreativeForm } from "~/features/creatives/creativeForm.server";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FileFormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, data ? `${data.manage ? data.creative.name : "View Creatives"}` : null) },
];

/** Staff edit it; everyone else sees it read-only ('View Creatives'). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "creatives.view");
  const { referralUrl, ...creative } = await orNotFound(creativeDetails(ctx, idParam(args.params.creativeId)));
  return { creative, referralUrl, manage: can(ctx.actor, "creatives.manage") };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "creatives.manage");
  return await answerCreativeForm(args.context.portal, ctx, idParam(args.params.creativeId));
}

export default function Creative() {
  const { creative, referralUrl, manage } = useLoaderData<typeof loader>();
  const posted = useActionResult<FileFormAnswer>();
  const back = { href: paths.creatives(), label: "Creatives" };
  if (!manage)
    return (
      <>
        <PageHeader title="View Creatives" back={back} />
        <CreativeView creative={creative} referralUrl={referralUrl} />
      </>
    );
  return (
    <>
      <PageHeader
        title={creative.name}
        back={back}
        action={<LinkButton to={paths.creativeDelete(creative.id)}>Delete</LinkButton>}
      />
      <CreativeForm key={creative.id} creative={creative} posted={posted} />
    </>
  );
}
