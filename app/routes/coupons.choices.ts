import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { pageContext } from "~/http/pageContext.server";

/** Serves the searches of the coupon form: services or affiliates that match the text. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const search = new URL(args.request.url).searchParams;
  const text = search.get("text") ?? "";
  if (search.get("of") === "affiliates") return (await couponChoices(ctx, { affiliate: text })).affiliates;
  return (await couponChoices(ctx, { service: text })).services;
}
