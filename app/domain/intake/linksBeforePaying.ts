import type { CheckoutIntakeField } from "../catalogue/checkoutService";
import { Invalid } from "../errors";
import { linkAnswers } from "../orders/linkEntries";
import type { ProjectPackages } from "./projectDetailsInput";
import type { AnsweredEntry } from "./readAnswers";
import { writtenDetails } from "./writtenLinks";

interface Line {
  package: { id: string; name: string };
  quantity: number;
}

/**
 * The links that a buyer names before paying, as one entry each; the payment fills them in (rules.md
 * placements/project-data). Throws Invalid for more links than are bought, and for details that no link can have.
 */
export function linksBeforePaying(
  { package: { id, name }, quantity }: Line,
  sent: ProjectPackages,
  fields: readonly CheckoutIntakeField[],
): AnsweredEntry[] {
  const entries = sent
    .filter(({ packageId }) => packageId === id)
    .flatMap(({ values }) => values.map(({ items }) => writtenDetails(items, fields)))
    .filter((details) => Object.values(details).some(Boolean))
    .map((details) => ({
      packageId: id,
      items: linkAnswers({ targetUrl: "", anchorText: "", clientReference: "", ...details }),
    }));
  if (entries.length > quantity)
    throw new Invalid(`You order ${quantity} links of ${name} and sent ${entries.length}`, "projectPackageData");
  return entries;
}
