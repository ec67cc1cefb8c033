import type { ReactNode } from "react";
import { brand } from "~/brand";
import { useKeptFocus } from "~/ui/form/useKeptFocus";
import { CustomerShell } from "~/ui/layout/CustomerShell";
import { StaffShell } from "~/ui/layout/StaffShell";
import type { MenuItem, Theme } from "~/ui/layout/shellProps";
import { useBellDrawer } from "../notifications/useBellDrawer";

export interface FrameValues {
  staff: boolean;
  menu: MenuItem[];
  user: { name: string; email: string; photoUrl: string | null };
  unread: number;
  theme: Theme;
  collapsed: boolean;
}

/** The frame around a signed-in page, by who is signed in. */
export function AppFrame({ frame, children }: { frame: FrameValues; children: ReactNode }) {
  const { staff, collapsed, ...shown } = frame;
  const bell = useBellDrawer(frame);
  useKeptFocus();
  const props = { ...shown, ...bell, brand };
  return staff ? (
    <StaffShell {...props} collapsed={collapsed}>
      {children}
    </StaffShell>
  ) : (
    <CustomerShell {...props}>{children}</CustomerShell>
  );
}
