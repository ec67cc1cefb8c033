import { readNumber } from "~/format/readNumber";
import type { CheckoutIntakeField } from "../catalogue/checkoutService";
import { Invalid } from "../errors";
import { isAnswered } from "../orders/intakeComplete";
import type { EntryItem } from "../orders/orderParts";
import { keyOfFileAddress } from "../uploads/fileAddress";
import { answerName } from "./answerName";
import { MAX_ENTRIES, type ProjectPackages } from "./projectDetailsInput";

export interface AnsweredEntry {
  packageId: string;
  /** Set when an existing entry is changed. */
  id?: string;
  /** The version that the writer saw. */
  version?: number;
  items: EntryItem[];
}

interface ReadAnswers {
  entries: AnsweredEntry[];
  /** Files named in the answers, to attach in the same batch. */
  uploadKeys: string[];
}

/**
 * Validates project answers against the service's fields and copies each field's name and type. Missing fields become
 * empty; an empty form is dropped unless it changes an entry. Missing mandatory answers keep the order at
 * Inputs_Required (rules.md orders/states). Throws Invalid for an unknown package or field, text in a NUMBER, too
 * many files, or a file that is not ours.
 */
export function readAnswers(
  input: ProjectPackages,
  {
    fields,
    packageIds,
    siteUrl,
  }: { fields: readonly CheckoutIntakeField[]; packageIds: readonly string[]; siteUrl: string },
): ReadAnswers {
  const fieldIds = new Set(fields.map(({ id }) => id));
  const uploadKeys: string[] = [];
  const entries: AnsweredEntry[] = [];
  for (const { packageId, values } of input) {
    if (!packageIds.includes(packageId))
      throw new Invalid("This package is not part of the order", "projectPackageData");
    if (values.length > MAX_ENTRIES)
      throw new Invalid(`A package has at most ${MAX_ENTRIES} entries`, "projectPackageData");
    for (const { id, version, items } of values) {
      const answerById = new Map(items.map((item) => [item.id, item.value]));
      const unknown = items.find((item) => !fieldIds.has(item.id));
      if (unknown) throw new Invalid("This field is not part of the form", "projectPackageData");
      const answered = fields.map((field) => {
        const { value, keys } = readAnswer(field, answerById.get(field.id), siteUrl, answerName(packageId, field.id));
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
  answer: string | string[] | undefined,
  siteUrl: string,
  name: string,
): { value: EntryItem["value"]; keys: string[] } {
  const texts = (Array.isArray(answer) ? answer : [answer ?? ""])
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (field.itemType === "FILE_UPLOAD") {
    if (texts.length > 1 && !field.multiple) throw new Invalid(`${field.name} accepts one file`, name);
    const keys = texts.map((address) => fileKeyOf(address, siteUrl, name));
    const addresses = keys.map((key) => `/files/${key}`);
    return { value: field.multiple ? addresses : (addresses[0] ?? ""), keys };
  }
  if (texts.length > 1) throw new Invalid(`${field.name} accepts one answer`, name);
  const text = texts[0] ?? "";
  if (field.itemType === "NUMBER" && text !== "" && readNumber(text, "money") === null) {
    throw new Invalid(`${field.name} must be a number`, name);
  }
  return { value: text, keys: [] };
}

/** The key in a posted `/files/` address. Throws Invalid for any other address. */
export function fileKeyOf(address: string, siteUrl: string, field: string): string {
  const key = keyOfFileAddress(address, siteUrl);
  if (!key) throw new Invalid("This file was not uploaded here", field);
  return key;
}
