import type { NamedLink } from "~/domain/placements/linksToWorkOn";
import type { FormAnswer } from "~/ui/form/formAnswer";

/** A pasted line and where it goes. */
export interface PreviewedLine {
  line: number;
  text: string;
  link: NamedLink | null;
  errors: string[];
}

export type PastedListAnswer = FormAnswer<Record<string, unknown>, { lines: PreviewedLine[] }>;
