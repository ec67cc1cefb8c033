import { seedEverything } from ".";

export interface SeedRequest {
  /** 'none': the first form of /setup makes the first account. */
  what: "all" | "none";
  /** ms UTC. */
  now: number;
  siteUrl: string;
}

/** A failed query is explained by its cause only. */
const textOf = (error: unknown): string =>
  error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause ? [`Cause: ${textOf(error.cause)}`] : [])].join("\n")
    : String(error);

/**
 * Runs the seed as a Worker next to the stores. From Node every statement would take several calls into the runtime,
 * ten times as slow.
 */
export default {
  async fetch(request, { DB, FILES }) {
    const { what, now, siteUrl } = await request.json<SeedRequest>();
    try {
      return Response.json(what === "all" ? await seedEverything({ db: DB, files: FILES, now, siteUrl }) : []);
    } catch (error) {
      return new Response(textOf(error), { status: 500 });
    }
  },
} satisfies ExportedHandler<{ DB: D1Database; FILES: R2Bucket }>;
