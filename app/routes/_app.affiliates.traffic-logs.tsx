import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { TrafficLogView } from "~/features/affiliates/TrafficLogView";
import { listLoader } from "~/http/listLoader.server";

export const meta = () => [{ title: `Traffic Logs | ${brand.name}` }];

export const loader = listLoader(trafficLogList, "affiliates.traffic", findTrafficLogs);

export default function TrafficLogs() {
  return <TrafficLogView {...useLoaderData<typeof loader>()} />;
}
