import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { commissionDetails } from "~/domain/commissions/commissionDetails";
import { isStaff } from "~/domain/context";
import { CommissionView } from "~/features/commissions/CommissionView";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Commission on order ${data.commission.orderNumber} | ${brand.name}` : brand.name },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "commissions.read");
  const commission = await orNotFound(commissionDetails(ctx, idParam(args.params.commissionId)));
  return { commission, staff: isStaff(ctx.actor), now: ctx.now };
}

export default function Commission() {
  return <CommissionView {...useLoaderData<typeof loader>()} />;
}
