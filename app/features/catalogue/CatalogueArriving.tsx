import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Skeleton } from "~/ui/feedback/Skeleton";
import { usePendingNavigation } from "~/ui/feedback/usePendingNavigation";
import { CatalogueHeader, catalogueShape } from "./CatalogueHeader";

const CARDS = [0, 1, 2, 3, 4];

/** Placeholder cards that replace the previous page while the catalogue loads slowly. */
export function CatalogueArriving() {
  const { pathname } = useLocation();
  const next = usePendingNavigation()?.pathname;
  if (next !== paths.services() || next === pathname) return null;
  return (
    <>
      <CatalogueHeader />
      {catalogueShape.searched ? (
        <div className="catalogue-search" aria-hidden="true">
          <span className="field">
            <span className="input" />
          </span>
        </div>
      ) : null}
      <ul className="catalogue arriving" aria-hidden="true">
        {CARDS.map((card) => (
          <li key={card} className="catalogue-card">
            <div className="catalogue-blank" />
            <div className="catalogue-words stack">
              <Skeleton shape="title" />
              <Skeleton lines={3} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
