import { seedEverything, seedSuperAdminOnly } from ".";

export interface SeedRequest {
  what: "all" | "none";
  /** ms UTC. */
  now: number;
  siteUrl: string;
}

/**
 * The seed as a Worker beside the stores that it fills. From Node each statement takes several calls into the runtime:
 * the same work takes ten times as long there.
 */
export default {
  async fetch(request, { DB, FILES }) {
    const { what, now, siteUrl } = await request.json<SeedRequest>();
    const fill = what === "all" ? seedEverything : seedSuperAdminOnly;
    try {
      return Response.json(await fill({ db: DB, files: FILES, now, siteUrl }));
    } catch (error) {
      return new Response(error instanceof Error ? (error.stack ?? error.message) : String(error), { status: 500 });
    }
  },
} satisfies ExportedHandler<{ DB: D1Database; FILES: R2Bucket }>;
