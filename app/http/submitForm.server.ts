import type { Submission, SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { AnyFormAnswer } from "~/ui/form/formAnswer";
import { parseForm } from "~/ui/form/parseForm";
import { assertLaterDay } from "./assertLaterDay.server";
import { assertOwnForm } from "./assertOwnForm.server";
import { coerceToSchemaShape } from "./coerceToSchemaShape";
import type { PortalRequest } from "./portalRequest.server";
import { readForm } from "./readForm.server";
import { refuseForm } from "./refuseForm.server";
import { saveOnce } from "./saveOnce.server";
import { zodErrorMap } from "./zodErrorMap";

/** Passwords and what a form declares secret are never sent back to a page (rules.md security/no-secrets). */
const secretFields = (formData: FormData, secret: readonly string[]) =>
  [...formData]
    .filter(([name, value]) => (/password/i.test(name) || secret.includes(name)) && value !== TICKED)
    .map(([name]) => name);
/** The value of a check box: 'Update Password' is no secret. */
const TICKED = "on";

export interface SubmitOptions {
  /** The fixed text for a fault, where there is one. */
  faultText?: string;
  /** Additional data for the page. */
  answer?: AnyFormAnswer;
  /** Names of the fields that are secret, besides passwords. */
  secret?: readonly string[];
  /** The name of a day that must not have passed (assertLaterDay). */
  laterDay?: string;
}

/** Buttons that add, move and remove rows post an intent. An unknown intent is bad input. */
function parse<Schema extends z.ZodType>(formData: FormData, schema: Schema) {
  try {
    return parseForm(formData, schema, zodErrorMap());
  } catch (error) {
    if (!formData.has("__intent__")) throw error;
    formData.delete("__intent__");
    return parseForm(formData, schema, zodErrorMap());
  }
}

/** The answer to a form, in a shape its page can always show. */
export function replyTo(
  submission: Submission<unknown, string[]>,
  schema: z.ZodType,
  options?: Parameters<typeof submission.reply>[0],
): SubmissionResult<string[]> {
  const result = submission.reply(options);
  return { ...result, initialValue: coerceToSchemaShape(schema, result.initialValue) as typeof result.initialValue };
}

/**
 * Validates a form and passes the value on; `operation` returns the redirect. Bad input returns the page with status
 * 400, a DomainError with its own status and at its field; nothing typed is lost. A button that adds, moves or
 * removes a row returns the page with that done. A form is saved once (`saveOnce`), and only for the person its page
 * was rendered for.
 */
export async function submitForm<Schema extends z.ZodType>(
  portal: PortalRequest,
  form: Request | FormData,
  schema: Schema,
  operation: (value: z.output<Schema>) => Promise<Response>,
  { faultText, answer = {}, secret = [], laterDay }: SubmitOptions = {},
): Promise<Response> {
  const formData = form instanceof FormData ? form : await readForm(form);
  const submission = parse(formData, schema);
  const hideFields = secretFields(formData, secret);
  if (submission.status !== "success") {
    const { error, ...result } = replyTo(submission, schema, { hideFields });
    if (submission.status === "error") return json<AnyFormAnswer>({ ...answer, result: { ...result, error } }, 400);
    // Nothing was submitted yet, so missing fields are not errors.
    return json<AnyFormAnswer>({ ...answer, result }, 200);
  }
  try {
    assertOwnForm(portal, formData);
    if (laterDay) assertLaterDay(portal.ctx, formData, laterDay);
    return await saveOnce(portal, formData, () => {
      // Parsed again, because saveOnce moves the version on.
      const { value } = parse(formData, schema) as { value: z.output<Schema> };
      return operation(value);
    });
  } catch (error) {
    const result = replyTo(submission, schema, { hideFields });
    return refuseForm(portal, error, { ...answer, result: { ...result, status: "error" } }, faultText);
  }
}
