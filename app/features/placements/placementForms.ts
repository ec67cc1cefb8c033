import type { FormAnswer } from "~/ui/form/formAnswer";
import type { ReceivedFile } from "~/ui/form/receivedFile";

/** The forms of a link's page besides its details. `cells`: the inline edit of the order's table. */
export const placementIntents = ["cells", "site", "content", "live", "state", "answer", "claim", "decide"] as const;
export type PlacementIntent = (typeof placementIntents)[number];

export type PlacementFormAnswer = FormAnswer<
  Record<string, unknown>,
  { files: readonly ReceivedFile[]; version: number }
>;

/** Props of a form's fields: what was typed if it was refused, else what is stored. */
export function formFields(form: string, posted: PlacementFormAnswer | undefined) {
  const typed = posted?.result?.initialValue;
  const errors = posted?.result?.error ?? {};
  return (name: string, stored = "") => ({
    id: `${form}-${name}`,
    name,
    errors: errors[name] ?? undefined,
    // An emptied box is sent as nothing.
    defaultValue: typed ? String(typed[name] ?? "") : stored,
  });
}
