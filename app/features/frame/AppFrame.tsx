import type { ReactNode } from "react";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { StaffShell } from "~/ui/layout/StaffShell";
import { Keys } from "../keys/Keys";
import { SearchButton } from "../search/SearchButton";
import type { FrameView } from "../views/frameViews.server";
import { CustomerHeader } from "./CustomerHeader";
import { menuWithViews } from "./menus";
import { useBrand } from "./useBrand";
import { type FrameValues, useFrame } from "./useFrame";

interface AppFrameProps {
  frame: FrameValues;
  /** Of staff. */
  views?: readonly FrameView[];
  children: ReactNode;
}

export function AppFrame({ frame, views, children }: AppFrameProps) {
  const brand = useBrand();
  return frame.staff ? (
    <StaffFrame frame={frame} views={views}>
      {children}
    </StaffFrame>
  ) : (
    <CustomerPage brand={brand} header={<CustomerHeader frame={frame} />}>
      {children}
    </CustomerPage>
  );
}

function StaffFrame({ frame, views, children }: AppFrameProps) {
  const { menu, ...shown } = useFrame(frame);
  return (
    <StaffShell
      {...shown}
      menu={menuWithViews(menu, views)}
      collapsed={frame.collapsed}
      search={<SearchButton staff />}
    >
      {children}
      {frame.keysOf ? <Keys me={frame.keysOf} /> : null}
    </StaffShell>
  );
}
