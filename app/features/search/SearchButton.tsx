import { Link, useNavigate } from "@remix-run/react";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { paths } from "~/paths";
import { Icon } from "~/ui/icon/Icon";

type Dialog = ComponentType<{ staff: boolean; onClose(): void }>;

/** Links to the search page. With script, it and Ctrl+K open a dialog, whose code is loaded then. */
export function SearchButton({ staff }: { staff: boolean }) {
  const [Opened, setOpened] = useState<Dialog | null>(null);
  const navigate = useNavigate();
  const open = () =>
    import("./SearchDialog").then(
      ({ SearchDialog }) => setOpened(() => SearchDialog),
      () => navigate(paths.search("")),
    );
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    // Another dialog asks something first.
    if (document.querySelector("dialog:modal")) return;
    event.preventDefault();
    void open();
  };
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void open();
  };
  return (
    <>
      <Link
        className="button button-ghost button-icon"
        to={paths.search("")}
        aria-label="Search"
        title="Search (Ctrl+K)"
        onClick={click}
      >
        <Icon name="search" size={18} />
      </Link>
      {Opened ? <Opened staff={staff} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
