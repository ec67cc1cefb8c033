import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import type { z } from "zod";
import { cleanForm } from "~/format/cleanForm";
import { numberOf } from "~/format/readNumber";

/** A number as people type it. The schema reports any other text at its field. */
const toNumber = (schema: z.core.$ZodType) => {
  const kind = (schema as z.ZodNumber).isInt ? "whole" : "money";
  return (value: unknown) => {
    if (typeof value !== "string") return value;
    return value.trim() === "" ? undefined : (numberOf(value, kind) ?? value);
  };
};

const { coerceFormValue } = configureCoercion({
  customize: (schema) => (schema._zod.def.type === "number" ? toNumber(schema) : null),
});

/** Reads posted fields by their schema, in the browser and on the server (rules.md forms/numbers). */
export const parseForm = <Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  error?: z.core.$ZodErrorMap,
): Submission<z.input<Schema>, string[], z.output<Schema>> =>
  parseWithZod(cleanForm(form), { schema: coerceFormValue(schema), error, disableAutoCoercion: true }) as never;
