import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { saveView } from "~/domain/views/saveView";
import { viewHref, viewLists, viewOf } from "~/domain/views/viewAddress";
import { SaveViewForm } from "~/domain/views/viewInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { ViewForm } from "~/features/views/ViewForm";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Save view");

const addressIn = ({ url }: Request) => new URL(url).searchParams.get("of") ?? "";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "views.own");
  const view = viewOf(addressIn(args.request));
  if (!view) throw redirect(paths.views(), 303);
  return { address: viewHref(view), list: view.list, label: viewLists[view.list] ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  const { portal } = args.context;
  return await submitForm(portal, args.request, SaveViewForm, async (form) => {
    const href = await saveView(ctx, { ...form, address: addressIn(args.request) });
    return await redirectWithToast(portal, href, "View saved");
  });
}

export default function NewView() {
  const { address, label } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Save view"
        back={{ href: address, label }}
        help={`Save this list of ${label.toLowerCase()} with its filters under a name.`}
      />
      <section className="card">
        <ViewForm
          action={paths.viewNew(address)}
          back={address}
          verb="Save view"
          lastResult={useActionResult<FormAnswer>()?.result}
        />
      </section>
    </>
  );
}
