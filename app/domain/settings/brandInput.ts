import { z } from "zod";
import { languages } from "../languages";
import { requiredLine } from "../textFields";
import { isAccent } from "./accentPalette";

const file = z.string().default("");

/** The form of the brand page. Each picture is the key of an upload; empty for none. */
export const BrandInput = z.object({
  version: z.number().int().min(0),
  name: requiredLine("Enter the name of your agency", 60),
  accent: z
    .string({ error: "Choose a color" })
    .trim()
    .toLowerCase()
    .refine(isAccent, "Enter a color as # and six digits, such as #3e63dd"),
  language: z.enum(languages, { error: "Choose a language" }).default("en-US"),
  logo: file,
  logoDark: file,
  icon: file,
});
export type BrandInput = z.output<typeof BrandInput>;

export const brandPictures = ["logo", "logoDark", "icon"] as const;
export type BrandPicture = (typeof brandPictures)[number];
