import { LinkButton } from "../form/LinkButton";

interface ShowEarlierProps {
  /** The address of the rows before the shown ones; null without any. */
  earlier: string | null;
  /** The address of the newest rows; null when they are shown. */
  newest: string | null;
  noun: string;
  preventScrollReset?: boolean;
}

/** Leads through a history that shows its newest rows first. */
export function ShowEarlier({ earlier, newest, noun, preventScrollReset }: ShowEarlierProps) {
  if (!earlier && !newest) return null;
  return (
    <div className="row no-print">
      {earlier ? (
        <LinkButton to={earlier} size={1} preventScrollReset={preventScrollReset}>
          Show earlier<span className="visually-hidden"> {noun}</span>
        </LinkButton>
      ) : null}
      {newest ? (
        <LinkButton to={newest} size={1} preventScrollReset={preventScrollReset}>
          Show newest<span className="visually-hidden"> {noun}</span>
        </LinkButton>
      ) : null}
    </div>
  );
}
