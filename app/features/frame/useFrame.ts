import { brand } from "~/brand";
import { useKeptFocus } from "~/ui/form/useKeptFocus";
import type { Theme } from "~/ui/layout/shellProps";
import { useBellDrawer } from "../notifications/useBellDrawer";
import { customerMenu, menuWith, staffMenu } from "./menus";

export interface FrameValues {
  staff: boolean;
  /** Paths of the menu's pages. */
  menu: string[];
  user: { name: string; email: string; photoUrl: string | null };
  unread: number;
  /** ms UTC by the portal's clock. */
  now: number;
  theme: Theme;
  collapsed: boolean;
}

/** The values and effects shared by all signed-in frames. */
export function useFrame(frame: FrameValues) {
  const { staff, collapsed, now, menu, ...shown } = frame;
  const bell = useBellDrawer(frame);
  useKeptFocus();
  return { ...shown, ...bell, menu: menuWith(staff ? staffMenu : customerMenu, menu), brand };
}
