import { z } from "zod";
import { affiliateStatus } from "~/domain/affiliates/affiliateStatus";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { TrackInput, trackClick } from "~/domain/affiliates/trackClick";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { rangeQuery } from "~/domain/dateRange";
import { toDollars } from "~/domain/money";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const trafficLog = z.object({
  _id: z.string(),
  referrerClientId: z.string().nullable(),
  referrerClientName: z.string().nullable(),
  affiliateCode: z.string(),
  createdTime: z.string(),
  referrerUrl: z.string(),
  userAgent: z.string(),
  landingPath: z.string(),
  bot: z.boolean(),
});

const statistics = z.object({
  visitors: z.number(),
  signUps: z.number(),
  clients: z.number(),
  unPaidEarnings: z.number(),
  totalEarnings: z.number(),
  totalOrderValue: z.number(),
});

export const affiliateRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/affiliate/track",
    permission: "affiliates.track",
    summary: "Record a referral click and set the click cookie. Send with credentials.",
    input: TrackInput,
    output: z.object({ message: z.string() }),
    run: async (ctx, input, { request, setCookies }) => {
      setCookies.push(await trackClick(ctx, input, request.headers.get("Cookie")));
      return { message: "Visit recorded" };
    },
  }),
  endpoint({
    method: "POST",
    path: "/affiliate/track/find",
    permission: "affiliates.traffic",
    summary: "List visits through referral links, newest first",
    input: pagedRequest,
    output: z.object({ content: z.array(trafficLog), totalElements: z.number() }),
    run: async (ctx, body) => {
      const { content, totalElements } = await findTrafficLogs(ctx, listFromBody(trafficLogList, body));
      return {
        content: content.map(({ id, affiliate, createdAt, referrer, ...row }) => ({
          _id: id,
          referrerClientId: affiliate?.id ?? null,
          referrerClientName: affiliate?.name ?? null,
          createdTime: isoTime(createdAt),
          referrerUrl: referrer,
          ...row,
        })),
        totalElements,
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/affiliate/status",
    permission: "affiliates.own",
    summary:
      "Get the calling affiliate's statistics from `value` to `toValue`: at most 3 months, by default the last 3",
    input: rangeQuery("value", "toValue"),
    output: statistics,
    run: async (ctx, range) => {
      const { visitors, signUps, clients, ...figures } = await affiliateStatus(ctx, range);
      return {
        visitors,
        signUps,
        clients,
        unPaidEarnings: toDollars(figures.unPaidEarnings),
        totalEarnings: toDollars(figures.totalEarnings),
        totalOrderValue: toDollars(figures.totalOrderValue),
      };
    },
  }),
];
