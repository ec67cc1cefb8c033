import { ShowEarlier } from "~/ui/list/ShowEarlier";
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
export const EarlierLinks = ({ place, part, firstId, earlier, later }: EarlierLinksProps) => (
  <ShowEarlier
    noun={part}
    earlier={earlier && firstId ? partHref(place, part, firstId) : null}
    newest={later ? partHref(place, part, null) : null}
  />
);
