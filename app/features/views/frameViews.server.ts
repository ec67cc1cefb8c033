import { isStaff } from "~/domain/context";
import { viewHref } from "~/domain/views/viewAddress";
import { readViews, type ShownView } from "~/domain/views/viewsOfUser";
import type { PortalRequest } from "~/http/portalRequest.server";

export type FrameView = ShownView & { href: string };

/** The saved views of the frame, which the session carries; undefined for customers. */
export const frameViews = ({ ctx, session }: PortalRequest): FrameView[] | undefined =>
  isStaff(ctx.actor) ? readViews(session?.views).map((view) => ({ ...view, href: viewHref(view) })) : undefined;
