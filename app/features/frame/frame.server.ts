import { userOf } from "~/domain/context";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readPreferences } from "~/http/preferences.server";
import { menuPaths } from "./menu.server";

/** The values of a signed-in frame; null for a visitor. Runs no query: the session carries them. */
export function frameOf(portal: PortalRequest) {
  const { session, ctx } = portal;
  const user = userOf(ctx.actor);
  if (!session || !user) return null;
  const { theme, menuCollapsed } = readPreferences(portal);
  return {
    staff: user.role === "ADMIN" && ctx.actor.kind === "user",
    menu: menuPaths(ctx.actor, { subscribed: session.subscribed === 1 }),
    user: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      photoUrl: session.user.photoKey ? `/files/${session.user.photoKey}` : null,
    },
    unread: session.unread,
    now: ctx.now,
    theme,
    collapsed: menuCollapsed,
  };
}
export type Frame = NonNullable<ReturnType<typeof frameOf>>;
