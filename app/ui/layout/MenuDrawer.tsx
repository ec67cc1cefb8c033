import { Menu } from "lucide-react";
import { Disclosure } from "../dialog/Disclosure";
import { SideMenu } from "./SideMenu";
import type { MenuItem } from "./shellProps";

/** The menu button of small screens and its drawer. Works without script. */
export function MenuDrawer({ menu }: { menu: readonly MenuItem[] }) {
  return (
    <Disclosure
      className="menu drawer-menu only-narrow"
      summaryClassName=""
      name="Menu"
      label={<Menu className="icon" size={20} />}
    >
      <div className="drawer-menu-panel">
        <SideMenu menu={menu} label="Menu" />
      </div>
    </Disclosure>
  );
}
