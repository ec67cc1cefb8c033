import { z } from "zod";
import { monitorHealth } from "~/domain/health/findHealth";
import { MAX_DATABASE_BYTES } from "~/domain/health/readSizes";
import { healthParts, partStates } from "~/domain/health/trouble";
import { bearerOf } from "~/http/bearerActor.server";
import { version } from "../../package.json";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const Sizes = z.object({
  database: z.object({ bytes: z.number().int(), limitBytes: z.number().int() }),
  /** Null before the first count. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), countedTime: z.string() }).nullable(),
});
const check = z.object({ ok: z.boolean(), status: z.enum(partStates) });

export const healthRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/health",
    permission: "health.monitor",
    ownToken: true,
    summary:
      "Tell a monitor which parts work and how much is stored. The status is 503 when one does not, 401 without the monitor's token",
    output: z.object({
      ok: z.boolean(),
      version: z.string(),
      checks: z.object(Object.fromEntries(healthParts.map((part) => [part, check]))),
      sizes: Sizes,
    }),
    run: async (ctx, _input, { request }) => {
      const { ok, checks, sizes } = await monitorHealth(ctx, bearerOf(request) ?? "");
      const { databaseBytes: bytes, files } = sizes;
      const apiSizes: z.infer<typeof Sizes> = {
        database: { bytes, limitBytes: MAX_DATABASE_BYTES },
        files: files && { count: files.count, bytes: files.bytes, countedTime: isoTime(files.countedAt) },
      };
      return Response.json({ ok, version, checks, sizes: apiSizes }, { status: ok ? 200 : 503 });
    },
  }),
];
