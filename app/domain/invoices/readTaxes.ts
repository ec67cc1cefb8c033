import { codeOfCountry, countryOfName } from "../accounts/countries";
import { Invalid } from "../errors";
import { ratesIn, type TaxRate, thousandths } from "../taxes";
import { type CompanyInput, nonEmptyLines } from "./companyInput";

/**
 * The taxes of the form, their countries by name. Throws Invalid at its field for a country that does not exist, and
 * for taxes of more than 100 % in one country (rules.md taxes/settings).
 */
export function readTaxes(rows: CompanyInput["taxes"]): TaxRate[] {
  const taxes = rows.map(({ name, percent, kind, countries }, index) => {
    const names = [...new Set(nonEmptyLines(countries).map((text) => countryOf(text, `taxes[${index}].countries`)))];
    return {
      name,
      percent: Number(percent),
      inclusive: kind === "included",
      countries: names,
      codes: names.map(codeOfCountry),
    };
  });
  for (const country of ["", ...taxes.flatMap(({ countries }) => countries)]) {
    const own = ratesIn(taxes, country);
    if (own.reduce((sum, { percent }) => sum + thousandths(percent), 0) > 100_000)
      throw new Invalid(
        `The taxes of ${country || "every country"} add up to more than 100%`,
        `taxes[${taxes.indexOf(own.at(-1)!)}].percent`,
      );
  }
  return taxes;
}

function countryOf(text: string, field: string): string {
  const country = countryOfName(text);
  if (!country) throw new Invalid(`We do not know the country ${text.slice(0, 60)}. Enter its English name.`, field);
  return country;
}
