import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { TrafficLogView } from "~/features/affiliates/TrafficLogView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export const meta = () => [{ title: `Traffic Logs | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "affiliates.traffic");
  const query = listFromUrl(trafficLogList, args.request.url);
  const page = await nullOnFault(findTrafficLogs(ctx, query));
  return withStatus({ query, page }, page ? 200 : 500);
}

export default function TrafficLogs() {
  return <TrafficLogView {...useLoaderData<typeof loader>()} />;
}
