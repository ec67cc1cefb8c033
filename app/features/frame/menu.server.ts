import { can, type Permission } from "~/domain/access";
import type { Actor } from "~/domain/context";
import { pages } from "~/pages";
import { customerMenu, staffMenu } from "./menus";

const permissionOf = new Map(Object.values(pages).map((page) => [page.path, page.permission as Permission]));

/** True when a page exists and this actor may open it. Menus, cards and cell links all use this. */
export function pageOpens(actor: Actor, path: string) {
  const permission = permissionOf.get(path);
  return permission !== undefined && can(actor, permission);
}

/**
 * The paths of a signed-in actor's menu. Customers see Creatives only as affiliates, Subscriptions and Links only
 * when they have one, and everyone sees Claims only when there are some.
 */
export function menuPaths(
  actor: Actor,
  { subscribed, linked, claimed }: { subscribed: boolean; linked: boolean; claimed: boolean },
): string[] {
  const staff = actor.kind === "user" && actor.user.role === "ADMIN";
  const affiliate = actor.kind !== "anonymous" && actor.kind !== "system" && actor.user.affiliate;
  return (staff ? staffMenu : customerMenu)
    .flatMap((item) => item.children ?? [item])
    .map(({ href }) => href)
    .filter((href) => pageOpens(actor, href))
    .filter((href) => staff || affiliate || href !== "/creatives")
    .filter((href) => staff || subscribed || href !== "/subscriptions/mine")
    .filter((href) => staff || linked || href !== "/links")
    .filter((href) => claimed || href !== "/claims");
}
