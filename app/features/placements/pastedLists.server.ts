import { json } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Context } from "~/domain/context";
import type { NamedLink } from "~/domain/placements/linksToWorkOn";
import { markLive } from "~/domain/placements/markLive";
import { previewLive } from "~/domain/placements/previewLive";
import { previewSites } from "~/domain/placements/previewSites";
import { proposeSites } from "~/domain/placements/proposeSites";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { isIdText, paths } from "~/paths";
import type { PastedListAnswer, PreviewedLine } from "./pastedLists";

/** What a page of pasted lists does with them. */
interface PastedList {
  preview(ctx: Context, posted: Pasted): Promise<PreviewedLine[]>;
  apply(ctx: Context, posted: Pasted): Promise<string>;
}

const Form = z.object({
  list: z.string({ error: "Paste at least one line" }).max(200_000, "Paste at most 200,000 characters"),
  source: z.string().trim().max(100, "Use 100 characters or fewer").default(""),
  asks: z.boolean().default(false),
  /** Absent while the list is only compared. */
  apply: z.string().optional(),
});

interface Pasted {
  orderId: string;
  text: string;
  ids: string[];
  source: string;
  asks: boolean;
}

const usable = <Line extends { link: NamedLink | null }>(lines: readonly Line[]) =>
  lines.filter((line): line is Line & { link: NamedLink } => line.link !== null);
const links = (count: number) => (count === 1 ? "1 link" : `${count} links`);

export const pastedSites: PastedList = {
  preview: async (ctx, posted) =>
    (await previewSites(ctx, posted)).map(({ line, domain, dr, da, traffic, link, errors }) => ({
      line,
      link,
      errors,
      text: [domain, dr !== null && `DR ${dr}`, da !== null && `DA ${da}`, traffic !== null && `${traffic} visits`]
        .filter(Boolean)
        .join(", "),
    })),
  apply: async (ctx, { source, asks, ...posted }) => {
    const lines = usable(await previewSites(ctx, posted));
    const proposals = lines.map(({ domain, dr, da, traffic, samplePage, link }) => ({
      id: link.id,
      site: { domain: domain ?? "", dr, da, traffic, samplePage, source },
      asks,
    }));
    return `Sites saved for ${links(proposals.length === 0 ? 0 : await proposeSites(ctx, proposals))}`;
  },
};

export const pastedLive: PastedList = {
  preview: async (ctx, posted) =>
    (await previewLive(ctx, posted)).map(({ line, liveUrl, link, errors }) => ({ line, link, errors, text: liveUrl })),
  apply: async (ctx, posted) => {
    const live = usable(await previewLive(ctx, posted)).map(({ link, liveUrl }) => ({ id: link.id, liveUrl }));
    return `${links(live.length === 0 ? 0 : await markLive(ctx, live))} marked live`;
  },
};

/** The ticked links of an address or a form. */
export const tickedIn = (values: URLSearchParams | FormData) =>
  values.getAll("placement").flatMap((id) => (typeof id === "string" && isIdText(id) ? [id] : []));

/** Compares a pasted list with the order's links, or applies what fits. */
export async function answerPastedList(portal: PortalRequest, ctx: Context, orderId: string, list: PastedList) {
  const form = await readForm(portal.request);
  const ids = tickedIn(form);
  return await orNotFound(
    submitForm(portal, form, Form, async ({ list: text, source, asks, apply }) => {
      const posted = { orderId, text, ids, source, asks };
      if (apply) return await redirectWithToast(portal, paths.orderPlacements(orderId), await list.apply(ctx, posted));
      const result = { initialValue: Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) };
      return json<PastedListAnswer>({
        lines: await list.preview(ctx, posted),
        result: result as PastedListAnswer["result"],
      });
    }),
  );
}
