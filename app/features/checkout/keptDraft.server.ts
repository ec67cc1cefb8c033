import { DRAFT_MS, type DraftForm, keepCheckoutDraft, readCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import type { Context } from "~/domain/context";
import { type PortalRequest, portalCookie, setPortalCookie } from "~/http/portalRequest.server";

/** Tabs with checkouts of different services, each with a draft of its own. */
const MAX_KEPT = 5;

/** A draft of the browser's cookie, which has them newest first: `service:draft.service:draft`. */
interface Kept {
  serviceId: string;
  id: string;
}

function keptDrafts(portal: PortalRequest): Kept[] {
  const value = portalCookie(portal, "checkout") ?? "";
  return value.split(".", MAX_KEPT).map((entry) => {
    const [serviceId = "", id = ""] = entry.split(":");
    return { serviceId, id };
  });
}

function setKept(portal: PortalRequest, kept: readonly Kept[]) {
  const value = kept.map(({ serviceId, id }) => `${serviceId}:${id}`).join(".");
  setPortalCookie(portal, "checkout", value, value ? DRAFT_MS / 1000 : 0);
}

const ofOthers = (portal: PortalRequest, serviceId: string) =>
  keptDrafts(portal).filter((kept) => kept.id !== "" && kept.serviceId !== serviceId);

/** Saves what was typed into a service's checkout, in the place of what this browser saved of it before. */
export async function keepDraft(portal: PortalRequest, ctx: Context, serviceId: string, form: DraftForm) {
  const id = await keepCheckoutDraft(ctx, serviceId, form);
  setKept(portal, [{ serviceId, id }, ...ofOthers(portal, serviceId)].slice(0, MAX_KEPT));
}

export const forgetDraft = (portal: PortalRequest, serviceId: string) => setKept(portal, ofOthers(portal, serviceId));

export const keptDraftId = (portal: PortalRequest, serviceId: string) =>
  keptDrafts(portal).find((kept) => kept.serviceId === serviceId)?.id;

/** What this browser saved of a service's checkout; null for nothing. */
export async function keptDraft(portal: PortalRequest, ctx: Context, serviceId: string): Promise<DraftForm | null> {
  const id = keptDraftId(portal, serviceId);
  return id ? await readCheckoutDraft(ctx, id, serviceId) : null;
}
