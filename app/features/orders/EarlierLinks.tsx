import { LinkButton } from "~/ui/form/LinkButton";
import { type OrderPart, type OrderPlace, partHref } from "./orderHref";

interface EarlierLinksProps {
  place: OrderPlace;
  part: OrderPart;
  /** The oldest one shown. */
  firstId: string | null;
  earlier: boolean;
  later: boolean;
}

/** Leads to the messages, reports or entries before the shown ones, and back to the newest. */
export function EarlierLinks({ place, part, firstId, earlier, later }: EarlierLinksProps) {
  if (!earlier && !later) return null;
  return (
    <div className="row no-print">
      {earlier && firstId ? (
        <LinkButton to={partHref(place, part, firstId)} size={1}>
          Show earlier<span className="visually-hidden"> {part}</span>
        </LinkButton>
      ) : null}
      {later ? (
        <LinkButton to={partHref(place, part, null)} size={1}>
          Show newest<span className="visually-hidden"> {part}</span>
        </LinkButton>
      ) : null}
    </div>
  );
}
