import { useMatches } from "@remix-run/react";
import { useKeptFocus } from "~/ui/form/useKeptFocus";
import type { Theme } from "~/ui/layout/shellProps";
import { useBellDrawer } from "../notifications/useBellDrawer";
import { customerMenu, type MenuCounts, menuWith, staffMenu } from "./menus";
import { useBrand } from "./useBrand";

export interface FrameValues {
  staff: boolean;
  /** Paths of the menu's pages. */
  menu: string[];
  user: { name: string; email: string; photoUrl: string | null };
  unread: number;
  /** What waits on pages of the menu, by path. */
  counts: MenuCounts;
  /** ms UTC by the portal's clock. */
  now: number;
  theme: Theme;
  collapsed: boolean;
  /** Whose keyboard shortcuts are on; null for none. */
  keysOf: string | null;
}

/** The values and effects shared by all signed-in frames. */
export function useFrame(frame: FrameValues) {
  const { staff, collapsed, now, menu, counts, ...shown } = frame;
  const bell = useBellDrawer(frame);
  const brand = useBrand();
  useKeptFocus();
  return { ...shown, ...bell, menu: menuWith(staff ? staffMenu : customerMenu, menu, useFreshCounts(counts)), brand };
}

/** The frame is read while its page is. A page that changes a count has the newer one. */
function useFreshCounts(counts: FrameValues["counts"]) {
  const fresh = useMatches().map(({ data }) => (data as { counts?: FrameValues["counts"] } | null)?.counts);
  return Object.assign({ ...counts }, ...fresh);
}
