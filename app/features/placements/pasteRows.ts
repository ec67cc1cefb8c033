import type { FormAnswer } from "~/ui/form/formAnswer";

export interface PreviewedLink {
  line: number;
  number: string | null;
  status: "changed" | "same" | "refused";
  targetUrl: string;
  anchorText: string;
  clientReference: string;
  errors: string[];
  warnings: string[];
}

export type PasteRowsAnswer = FormAnswer<Record<string, string>, { rows: PreviewedLink[]; applies: number }>;
