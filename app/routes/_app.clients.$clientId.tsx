import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { can } from "~/domain/access";
import { clientDetails } from "~/domain/clients/clientDetails";
import { ClientAffiliateInput, ClientStatusInput } from "~/domain/clients/clientInputs";
import { resendInvitation } from "~/domain/clients/createClient";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import { updateClient } from "~/domain/clients/updateClient";
import { DomainError } from "~/domain/errors";
import { ClientView } from "~/features/clients/ClientView";
import { clientTab } from "~/features/clients/clientTab.server";
import { answerStatusBar } from "~/features/commissions/commissionStatusBar.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { setSessionCookie } from "~/http/pageSession.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { withStatus } from "~/http/withStatus.server";
import { isIdText, paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.title);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.read");
  const id = idParam(args.params.clientId);
  const { searchParams } = new URL(args.request.url);
  const before = searchParams.get("notes");
  const client = await orNotFound(clientDetails(ctx, id, before && isIdText(before) ? before : null));
  const tab = await clientTab(ctx, id, args.request.url);
  const may = {
    edit: can(ctx.actor, "clients.edit"),
    order: can(ctx.actor, "orders.create"),
    impersonate: can(ctx.actor, "clients.impersonate"),
    resetTwoFactor: can(ctx.actor, "account.resetTwoFactor"),
    exportOrders: can(ctx.actor, "orders.export"),
    move: can(ctx.actor, "orders.move"),
    takeBack: can(ctx.actor, "commissions.takeBack"),
    personalData: can(ctx.actor, "personalData.manage"),
  };
  const name = fullName(client);
  const of = { orders: name, subscriptions: `Subscriptions of ${name}`, commissions: `Commissions of ${name}` };
  const title = tab ? of[tab.name] : name;
  return withStatus({ title, client, tab, may, now: ctx.now }, tab?.page === null ? 500 : 200);
}

/** The small forms of the page, by the button or field that says which. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const { portal } = args.context;
  const id = idParam(args.params.clientId);
  const form = await readForm(args.request);
  if (form.has("newStatus")) return await answerStatusBar(portal, ctx, form, pagePath(args.request));
  const saved = (text: string) => redirectWithToast(portal, paths.client(id), text);
  return await orNotFound(
    (async () => {
      switch (form.get("intent")) {
        case "login":
          setSessionCookie(portal, await signInAsClient(ctx, id, "page"));
          return redirect(paths.home(), 303);
        case "invite":
          try {
            await resendInvitation(ctx, id);
          } catch (error) {
            if (!(error instanceof DomainError) || error.kind === "NotFound") throw error;
            return await redirectWithToast(portal, paths.client(id), error.message, "error");
          }
          return await saved("Invitation sent");
        case "affiliate":
          return await submitForm(args.context.portal, form, ClientAffiliateInput, async (input) => {
            await updateClient(ctx, { id, ...input });
            return await saved("Updated successfully");
          });
        default:
          return await submitForm(args.context.portal, form, ClientStatusInput, async (input) => {
            await updateClient(ctx, { id, ...input });
            return await saved("Updated successfully");
          });
      }
    })(),
  );
}

export default function Client() {
  const result = useActionResult<FormAnswer>()?.result;
  const loaded = useLoaderData<typeof loader>();
  // The commissions bar shows its own errors.
  const ofBar = loaded.tab?.name === "commissions" && result?.initialValue && "newStatus" in result.initialValue;
  return (
    <ClientView
      // Another client, from a notification, keeps nothing that was chosen for this one.
      key={loaded.client.id}
      {...loaded}
      statusResult={ofBar ? result : undefined}
      errors={ofBar ? [] : Object.values(result?.error ?? {}).flatMap((messages) => messages ?? [])}
    >
      <Outlet />
    </ClientView>
  );
}
