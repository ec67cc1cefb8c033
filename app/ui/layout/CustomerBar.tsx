import { MainMenu, MenuButton } from "./MainMenu";
import type { ShellProps } from "./shellProps";
import { TopBar } from "./TopBar";

/** Header of customer pages: top navigation, a drawer on small screens. */
export const CustomerBar = (props: Omit<ShellProps, "children">) => (
  <TopBar {...props} start={<MenuButton />}>
    <MainMenu menu={props.menu} />
  </TopBar>
);
