import { brand } from "~/brand";
import { useKeptFocus } from "~/ui/form/useKeptFocus";
import type { MenuItem, Theme } from "~/ui/layout/shellProps";
import { useBellDrawer } from "../notifications/useBellDrawer";

export interface FrameValues {
  staff: boolean;
  menu: MenuItem[];
  user: { name: string; email: string; photoUrl: string | null };
  unread: number;
  /** ms UTC by the portal's clock. */
  now: number;
  theme: Theme;
  collapsed: boolean;
}

/** The values and effects shared by all signed-in frames. */
export function useFrame(frame: FrameValues) {
  const { staff, collapsed, now, ...shown } = frame;
  const bell = useBellDrawer(frame);
  useKeptFocus();
  return { ...shown, ...bell, brand };
}
