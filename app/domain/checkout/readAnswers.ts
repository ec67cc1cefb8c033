import { Invalid } from "../errors";
import { isAnswered } from "../orders/intakeComplete";
import type { EntryItem } from "../orders/orderParts";
import { keyOfFileAddress } from "../uploads/fileAddress";
import { answerName } from "./answerName";
import type { CheckoutIntakeField } from "./checkoutAnswers";
import type { ProjectPackages } from "./projectDetailsInput";

export interface AnsweredEntry {
  packageId: string;
  /** Only when an entry that exists is changed. */
  id?: string;
  /** As it was shown to whoever changes it. */
  version?: number;
  items: EntryItem[];
}

export interface ReadAnswers {
  entries: AnsweredEntry[];
  /** Keys of the files that the answers name: to be attached with them. */
  uploadKeys: string[];
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Project answers as they are kept: each held against the service's own field, whose name and type are copied. Fields
 * left out are empty; a form with no answer at all is left out unless it changes one. Missing mandatory answers do not
 * refuse it, they keep the order at Inputs_Required (decision O3). Throws Invalid: a package that was not bought, a field
 * that the service does not have, letters in a NUMBER, several files where one is allowed, an address that is no file of ours.
 */
export function readAnswers(
  input: ProjectPackages,
  {
    fields,
    packageIds,
    siteUrl,
  }: { fields: readonly CheckoutIntakeField[]; packageIds: readonly string[]; siteUrl: string },
): ReadAnswers {
  const known = new Map(fields.map((field) => [field.id, field]));
  const uploadKeys: string[] = [];
  const entries: AnsweredEntry[] = [];
  for (const { packageId, values } of input) {
    if (!packageIds.includes(packageId))
      throw new Invalid("This package is not part of the order", "projectPackageData");
    for (const { id, version, items } of values) {
      const given = new Map(items.map((item) => [item.id, item.value]));
      const stranger = items.find((item) => !known.has(item.id));
      if (stranger) throw new Invalid("This field is not part of the form", "projectPackageData");
      const answered = fields.map((field) => {
        const { value, keys } = readAnswer(field, given.get(field.id), siteUrl, answerName(packageId, field.id));
        uploadKeys.push(...keys);
        return {
          id: field.id,
          name: field.name,
          itemType: field.itemType,
          mandatory: field.mandatory,
          placeHolder: field.placeHolder,
          helpText: field.helpText,
          sequence: field.sequence,
          value,
        };
      });
      if (id || answered.some((item) => isAnswered(item.value)))
        entries.push({ packageId, id, version, items: answered });
    }
  }
  return { entries, uploadKeys: [...new Set(uploadKeys)] };
}

function readAnswer(
  field: CheckoutIntakeField,
  given: string | string[] | undefined,
  siteUrl: string,
  name: string,
): { value: EntryItem["value"]; keys: string[] } {
  const texts = (Array.isArray(given) ? given : [given ?? ""]).map((text) => text.trim()).filter((text) => text !== "");
  if (field.itemType === "FILE_UPLOAD") {
    if (texts.length > 1 && !field.multiple) throw new Invalid(`${field.name} accepts one file`, name);
    const keys = texts.map((address) => fileKeyOf(address, siteUrl, name));
    const addresses = keys.map((key) => `/files/${key}`);
    return { value: field.multiple ? addresses : (addresses[0] ?? ""), keys };
  }
  if (texts.length > 1) throw new Invalid(`${field.name} accepts one answer`, name);
  const text = texts[0] ?? "";
  if (field.itemType === "NUMBER" && text !== "" && !NUMBER.test(text)) {
    throw new Invalid(`${field.name} must be a number`, name);
  }
  return { value: text, keys: [] };
}

/** The key behind a `/files/` address from outside. Throws Invalid for any other address. */
export function fileKeyOf(address: string, siteUrl: string, field: string): string {
  const key = keyOfFileAddress(address, siteUrl);
  if (!key) throw new Invalid("This file was not uploaded here", field);
  return key;
}
