import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { commissionDetails } from "~/domain/commissions/commissionDetails";
import { isStaff } from "~/domain/context";
import { CommissionView } from "~/features/commissions/CommissionView";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta = pageTitle<typeof loader>((data) => `Commission on order ${data.commission.orderNumber}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "commissions.read");
  const commission = await orNotFound(commissionDetails(ctx, idParam(args.params.commissionId)));
  return { commission, staff: isStaff(ctx.actor), now: ctx.now };
}

export default function Commission() {
  return <CommissionView {...useLoaderData<typeof loader>()} />;
}
