import type { Letterhead } from "../ports/printer";
import type { Settings } from "../settings";

/** What every printed document shows of the agency. Only a PNG logo can be printed (rules.md settings/pictures). */
export const letterhead = ({ brand: { name, logo, language }, contact }: Settings): Omit<Letterhead, "logo"> => ({
  name,
  supportEmail: contact.supportEmail,
  ...(language !== "en-US" && { language }),
  ...(logo?.type === "image/png" && { logoKey: logo.key }),
});
