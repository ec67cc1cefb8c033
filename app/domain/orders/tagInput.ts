import { z } from "zod";
import { foldText } from "~db/foldText";
import { requiredLine } from "../textFields";
import { shownColors } from "./tagColors";

export const MAX_TAGS = 20;
const MAX_NAME = 40;

/** Names of tags; a new name becomes a tag (rules.md orders/tags). Each once, as first written. */
export const TagNames = z
  .array(z.string().trim())
  .max(MAX_TAGS, `Use at most ${MAX_TAGS} tags`)
  // Of the list as a whole: the form has one field for all names.
  .refine((names) => names.every((name) => name !== ""), "Enter a tag")
  .refine((names) => names.every((name) => name.length <= MAX_NAME), `Use ${MAX_NAME} characters or fewer for a tag`)
  .transform((names) => {
    const folded = names.map(foldText);
    return names.filter((_, index) => folded.indexOf(folded[index]!) === index);
  });

/** The field of a form: names with commas between them. */
export const TagText = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  )
  .pipe(TagNames);

/** What a person made of a tag, and what they saw before. */
export const ChangeTagInput = z.object({
  name: requiredLine("Enter a name", MAX_NAME)
    // Commas separate the names in the field of an order.
    .refine((name) => !name.includes(","), "Use a name without commas"),
  color: z.enum(shownColors, { error: "Choose a color" }),
  formerName: z.string().max(200),
  formerColor: z.string().max(200),
});
export type ChangeTagInput = z.output<typeof ChangeTagInput>;
