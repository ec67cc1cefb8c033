import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { can } from "~/domain/access";
import { recordSight, SightInput } from "~/domain/linkWatch/recordSight";
import { findChecks } from "~/domain/placements/linkChecks";
import { requestCheck } from "~/domain/placements/requestCheck";
import { pageTitle } from "~/features/frame/pageTitle";
import { ChecksView } from "~/features/placements/ChecksView";
import type { PlacementFormAnswer } from "~/features/placements/placementForms";
import { intentOf } from "~/http/intentOf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { isIdText, paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Checks of link ${data.link.number}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "linkChecks.read");
  const asked = new URL(args.request.url).searchParams.get("before");
  const before = asked && isIdText(asked) ? asked : null;
  const found = await orNotFound(findChecks(ctx, { placementId: idParam(args.params.placementId), before }));
  return { ...found, staff: can(ctx.actor, "linkChecks.request"), later: before !== null, now: ctx.now };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "linkChecks.request");
  const id = idParam(args.params.placementId);
  const { portal } = args.context;
  const done = (text: string) => redirectWithToast(portal, paths.placementChecks(id), text);
  if (intentOf(args.request, ["sight"]))
    return await submitForm(portal, args.request, SightInput, async (sight) => {
      await orNotFound(recordSight(ctx, id, sight));
      return await done("Recorded with your name");
    });
  return await submitForm(portal, args.request, z.object({}), async () => {
    await orNotFound(requestCheck(ctx, id));
    return await done("The link is checked within five minutes");
  });
}

export default function Checks() {
  return <ChecksView {...useLoaderData<typeof loader>()} posted={useActionResult<PlacementFormAnswer>()} />;
}
