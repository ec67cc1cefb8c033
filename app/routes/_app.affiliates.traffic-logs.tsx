import { useLoaderData } from "@remix-run/react";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { TrafficLogView } from "~/features/affiliates/TrafficLogView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listLoader } from "~/http/listLoader.server";

export const meta = pageTitle("Traffic Logs");

export const loader = listLoader(trafficLogList, "affiliates.traffic", findTrafficLogs);

export default function TrafficLogs() {
  return <TrafficLogView {...useLoaderData<typeof loader>()} />;
}
