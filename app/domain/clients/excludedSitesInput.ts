import { z } from "zod";
import { toOneLine } from "~/format/cleanText";
import { completeWebAddress } from "../webAddress";

const MAX_SITES = 1000;

/** Sites as people write them, a line each: a domain or an address. Hosts in lower case and punycode, without www. */
export const ExcludedSitesInput = z.object({
  version: z.number().int().min(1),
  sites: z
    .string()
    .max(100_000, "The list is too long")
    .default("")
    .transform((text, issues): string[] => {
      const hosts = text.split(/\r\n?|\n/).flatMap((line, index) => {
        const written = toOneLine(line);
        if (written === "") return [];
        const address = completeWebAddress(written);
        if (address) return [new URL(address).hostname.replace(/\.$/, "").replace(/^www\./, "")];
        issues.addIssue(`Line ${index + 1}: not a domain`);
        return [];
      });
      if (hosts.length > MAX_SITES) issues.addIssue(`At most ${MAX_SITES} sites`);
      return [...new Set(hosts)];
    }),
});
export type ExcludedSitesInput = z.output<typeof ExcludedSitesInput>;
