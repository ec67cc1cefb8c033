import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import type { z } from "zod";
import { cleanForm } from "~/format/cleanForm";

/** Digits with an optional sign and decimals: `Number` also takes '1e3', '0x10' and 'Infinity'. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

const { coerceFormValue } = configureCoercion({
  type: {
    number(text) {
      if (PLAIN_NUMBER.test(text.trim())) return Number(text);
      // The schema then reports the text at its field.
      throw new Error("Not a number");
    },
  },
});

/** Reads posted fields by their schema, in the browser and on the server (rules.md forms/numbers). */
export const parseForm = <Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  error?: z.core.$ZodErrorMap,
): Submission<z.input<Schema>, string[], z.output<Schema>> =>
  parseWithZod(cleanForm(form), { schema: coerceFormValue(schema), error, disableAutoCoercion: true }) as never;
