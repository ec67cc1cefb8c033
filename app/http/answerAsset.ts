import { commonHeaders } from "./commonHeaders";
import type { PortalEnv } from "./environment.server";

export const isAsset = (url: string) => new URL(url).pathname.startsWith("/assets/");

/**
 * A built file, which browsers may keep for ever because its name has its hash. `public/_headers` cannot say so: its
 * rules also hold for a miss, which a visitor who came during a deployment would keep for a year.
 */
export async function answerAsset(request: Request, { ASSETS, SITE_URL }: PortalEnv): Promise<Response> {
  const file = await ASSETS.fetch(request);
  const isFile = file.ok || file.status === 304;
  const answer = isFile ? new Response(file.body, file) : new Response("Not found", { status: 404 });
  const headers = {
    ...commonHeaders(SITE_URL),
    "Cache-Control": isFile ? "public, max-age=31536000, immutable" : "no-store",
  };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
