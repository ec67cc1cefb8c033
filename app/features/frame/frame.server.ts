import { userOf } from "~/domain/context";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readPreferences } from "~/http/preferences.server";
import { paths } from "~/paths";
import { menuPaths } from "./menu.server";
import type { MenuCounts } from "./menus";

/** The values of a signed-in frame; null for a visitor. The session carries them, so that no page asks again. */
export function frameOf(portal: PortalRequest) {
  const { session, ctx } = portal;
  const user = userOf(ctx.actor);
  if (!session || !user) return null;
  const { theme, menuCollapsed, keys } = readPreferences(portal);
  const staff = user.role === "ADMIN" && ctx.actor.kind === "user";
  return {
    staff,
    menu: menuPaths(ctx.actor, {
      subscribed: session.subscribed === 1,
      linked: session.linked === 1,
      claimed: session.claimed === 1,
    }),
    user: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      photoUrl: session.user.photoKey ? `/files/${session.user.photoKey}` : null,
    },
    unread: session.unread,
    counts: (staff ? { [paths.inbox()]: session.unreadThreads, [paths.work()]: session.work } : {}) as MenuCounts,
    now: ctx.now,
    theme,
    collapsed: menuCollapsed,
    /** Whose keyboard shortcuts are on; null for none. */
    keysOf: keys && user.role === "ADMIN" ? user.id : null,
  };
}
export type Frame = NonNullable<ReturnType<typeof frameOf>>;
