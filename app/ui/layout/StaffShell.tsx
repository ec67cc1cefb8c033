import { useState } from "react";
import { Icon } from "../icon/Icon";
import { Footer } from "./Footer";
import { MainMenu, MenuButton } from "./MainMenu";
import { PreferenceForm } from "./PreferenceForm";
import { SkipLink } from "./SkipLink";
import { frameLinks, type ShellProps } from "./shellProps";
import { TopBar } from "./TopBar";

/** Frame of staff pages. `collapsed`: the side menu shows only icons; posted as `menu` to the preferences. */
export function StaffShell({ collapsed, children, ...props }: ShellProps & { collapsed: boolean }) {
  const links = props.links ?? frameLinks;
  const [narrow, setNarrow] = useState(collapsed);
  return (
    <div className="shell shell-staff" data-scaling="95" data-collapsed={narrow ? "" : undefined}>
      <SkipLink />
      <TopBar {...props} start={<MenuButton />} />
      <MainMenu menu={props.menu}>
        <PreferenceForm action={links.preferences} onChoose={() => setNarrow(!narrow)}>
          <button className="menu-link" type="submit" name="menu" value={narrow ? "open" : "collapsed"}>
            <Icon name={narrow ? "panel-left-open" : "panel-left-close"} />
            <span>{narrow ? "Open Menu" : "Close Menu"}</span>
          </button>
        </PreferenceForm>
      </MainMenu>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...props.brand} />
    </div>
  );
}
