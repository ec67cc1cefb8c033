import { WorkerEntrypoint } from "cloudflare:workers";
import { readClock } from "~/integrations/clock.server";
import { controlPage } from "./controlPage";
import type { OutsideWeb } from "./OutsideWeb";
import { type Deed, deeds, WebPageInput } from "./webPage";

export { OutsideWeb } from "./OutsideWeb";

interface Env {
  WEB: DurableObjectNamespace<OutsideWeb>;
  CLOCK?: Fetcher;
}

const web = (env: Env) => env.WEB.getByName("web");
const NO_BODY = [204, 205, 304];

/** For the control port: sets pages, and says what was asked. */
export class WebControl extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case "GET /":
        return new Response(controlPage(await web(this.env).pages()), {
          headers: { "Content-Type": "text/html; charset=utf-8" },
        });
      case "POST /page": {
        const page = WebPageInput.safeParse(await request.json().catch(() => null));
        if (!page.success)
          return Response.json(
            { message: 'Send {"url": "https://...", "status": 200, "html": "...", "headers": {}, "delayMs": 0}.' },
            { status: 400 },
          );
        await web(this.env).put(page.data);
        return Response.json({ url: page.data.url });
      }
      case "POST /deed": {
        const form = new URLSearchParams(await request.text());
        const deed = form.get("deed") ?? "";
        const url = form.get("url") ?? "";
        if (!(deed in deeds) || !URL.canParse(url))
          return Response.json({ message: "Choose a page and a deed." }, { status: 400 });
        const done = await web(this.env).act(url, deed as Deed, await readClock(this.env));
        return done
          ? new Response(null, { status: 303, headers: { Location: "/web" } })
          : Response.json({ message: "This page was never set." }, { status: 404 });
      }
      case "GET /requests":
        return new Response(await web(this.env).requests(), { headers: { "Content-Type": "application/json" } });
      default:
        return Response.json({ message: "Nothing here." }, { status: 404 });
    }
  }
}

export default {
  /**
   * All requests of the link watch arrive here. An address never set answers as Cloudflare does for an unknown host.
   */
  async fetch(request, env) {
    const now = await readClock(env);
    const page = await web(env).answer(
      {
        at: new Date(now).toISOString(),
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
      },
      now,
    );
    if (!page) return new Response("error code: 1016", { status: 530 });
    if (page.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, page.delayMs));
    const headers = new Headers(page.headers);
    if (!headers.has("Content-Type")) headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(NO_BODY.includes(page.status) ? null : page.html, { status: page.status, headers });
  },
} satisfies ExportedHandler<Env>;
