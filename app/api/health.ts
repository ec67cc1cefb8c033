import { z } from "zod";
import { monitorHealth } from "~/domain/health/findHealth";
import { healthParts, partStates } from "~/domain/health/trouble";
import { bearerOf } from "~/http/bearerActor.server";
import { version } from "../../package.json";
import { type Endpoint, endpoint } from "./endpoint";

const check = z.object({ ok: z.boolean(), status: z.enum(partStates) });

export const healthRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/health",
    permission: "health.monitor",
    ownToken: true,
    summary: "Tell a monitor which parts work. The status is 503 when one does not, 401 without the monitor's token",
    output: z.object({
      ok: z.boolean(),
      version: z.string(),
      checks: z.object(Object.fromEntries(healthParts.map((part) => [part, check]))),
    }),
    run: async (ctx, _input, { request }) => {
      const { ok, checks } = await monitorHealth(ctx, bearerOf(request) ?? "");
      return Response.json({ ok, version, checks }, { status: ok ? 200 : 503 });
    },
  }),
];
