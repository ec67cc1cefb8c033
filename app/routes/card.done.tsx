import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/features/frame/PublicFrame";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { cardOutcomeOf } from "~/features/subscriptions/cardPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";

export const meta: MetaFunction = ({ matches }) => [
  { title: titleWithBrand(matches, "Your card") },
  { name: "robots", content: "noindex" },
];

/** The last page of an emailed card link, which is used up at this point. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "subscriptions.cardLink");
  return cardOutcomeOf(new URL(args.request.url).searchParams.get("outcome"));
}

export default function CardDone() {
  const { text, tone } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      <PageHeader title="Your card" />
      <Alert
        tone={tone === "error" ? "danger" : tone}
        action={<LinkButton to={paths.ownSubscriptions()}>View your subscriptions</LinkButton>}
      >
        {text}
      </Alert>
    </PublicFrame>
  );
}
