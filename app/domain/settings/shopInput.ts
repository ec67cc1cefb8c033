import { z } from "zod";
import { siteOrigin } from "./siteOrigin";

const MAX_SITES = 20;

/** The form of the page Shop and embeds. `sites` has one address a line. */
export const ShopInput = z.object({
  version: z.number().int().min(0),
  open: z.boolean().default(false),
  sites: z
    .string()
    .default("")
    .transform((text, { addIssue }) => {
      const lines = text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      if (lines.length > MAX_SITES) addIssue({ code: "custom", message: `At most ${MAX_SITES} sites` });
      const origins = lines.map((line) => {
        const origin = siteOrigin(line);
        if (!origin)
          addIssue({
            code: "custom",
            message: `Enter an address such as https://www.example.com instead of “${line.slice(0, 60)}”`,
          });
        return origin;
      });
      return [...new Set(origins.filter((origin) => origin !== null))];
    }),
});
export type ShopInput = z.output<typeof ShopInput>;
