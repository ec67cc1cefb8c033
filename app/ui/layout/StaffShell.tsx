import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useState } from "react";
import { Footer } from "./Footer";
import { MenuDrawer } from "./MenuDrawer";
import { PreferenceForm } from "./PreferenceForm";
import { SideMenu } from "./SideMenu";
import { SkipLink } from "./SkipLink";
import { frameLinks, type ShellProps } from "./shellProps";
import { TopBar } from "./TopBar";

/** Frame of staff pages. `collapsed`: the side menu shows only icons; posted as `menu` to the preferences. */
export function StaffShell({ collapsed, children, ...props }: ShellProps & { collapsed: boolean }) {
  const links = props.links ?? frameLinks;
  const [narrow, setNarrow] = useState(collapsed);
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="shell shell-staff" data-scaling="95" data-collapsed={narrow ? "" : undefined}>
      <SkipLink />
      <TopBar {...props} logoText={props.brand.logoText} start={<MenuDrawer menu={props.menu} />} />
      <div className="side">
        <SideMenu menu={props.menu} label="Main" />
        <PreferenceForm action={links.preferences} onChoose={() => setNarrow(!narrow)}>
          <button className="side-link" type="submit" name="menu" value={narrow ? "open" : "collapsed"}>
            <Icon className="icon" size={18} strokeWidth={1.75} />
            <span className="side-words">{narrow ? "Open Menu" : "Close Menu"}</span>
          </button>
        </PreferenceForm>
      </div>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...props.brand} />
    </div>
  );
}
