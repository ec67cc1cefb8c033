import spriteHref from "virtual:icon-sprite";
import { type CardBrand, cardBrands } from "./cardBrands";

/** The mark of an accepted card. */
export function CardMark({ brand }: { brand: CardBrand }) {
  return (
    <svg width="34" height="22" role="img" aria-label={cardBrands[brand]}>
      <use href={`${spriteHref}#card-${brand}`} />
    </svg>
  );
}
