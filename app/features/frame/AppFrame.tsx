import type { ReactNode } from "react";
import { brand } from "~/brand";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { StaffShell } from "~/ui/layout/StaffShell";
import { CustomerHeader } from "./CustomerHeader";
import { type FrameValues, useFrame } from "./useFrame";

export function AppFrame({ frame, children }: { frame: FrameValues; children: ReactNode }) {
  return frame.staff ? (
    <StaffFrame frame={frame}>{children}</StaffFrame>
  ) : (
    <CustomerPage brand={brand} header={<CustomerHeader frame={frame} />}>
      {children}
    </CustomerPage>
  );
}

function StaffFrame({ frame, children }: { frame: FrameValues; children: ReactNode }) {
  return (
    <StaffShell {...useFrame(frame)} collapsed={frame.collapsed}>
      {children}
    </StaffShell>
  );
}
