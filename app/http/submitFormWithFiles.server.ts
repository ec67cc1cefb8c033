import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import { Conflict, Invalid } from "~/domain/errors";
import type { UploadUse } from "~/domain/uploads/usableUploads";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import type { UploadKind } from "~/files/uploadKinds";
import type { AnyFormAnswer } from "~/ui/form/formAnswer";
import { parseForm } from "~/ui/form/parseForm";
import { assertOwnForm } from "./assertOwnForm.server";
import type { PortalRequest } from "./portalRequest.server";
import { refuseForm } from "./refuseForm.server";
import { resolveStale } from "./resolveStale";
import { saveOnce } from "./saveOnce.server";
import { replyTo, type SubmitOptions, submitForm } from "./submitForm.server";
import { zodErrorMap } from "./zodErrorMap";

interface FormFiles {
  kind: UploadKind;
  /** The file field, or what names match. Each holds one file, unless `several`; a newer one replaces the older. */
  fields: string | RegExp;
  several?: boolean;
  use: UploadUse;
}

/**
 * As submitForm, for a form whose rows have files. Files are stored before validation, so that a form that fails, or
 * only adds a row, loses none. A refused file is reported at its field.
 */
export async function submitFormWithFiles<Schema extends z.ZodType>(
  portal: PortalRequest,
  { kind, fields, several = false, use }: FormFiles,
  schema: Schema,
  operation: (value: z.output<Schema>) => Promise<Response>,
  { faultText, answer = {}, laterDay }: SubmitOptions = {},
): Promise<Response> {
  let form: FormData;
  try {
    form = resolveStale(await readMultipart(portal.request));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return refuseForm(portal, error, { ...answer, result: { status: "error" } });
  }
  const names = [...new Set(form.keys())].filter((name) =>
    typeof fields === "string" ? name === fields : fields.test(name),
  );
  const save = async () => {
    const kinds = Object.fromEntries(names.map((name) => [name, kind]));
    const { received, fieldErrors } = await receiveFiles(portal.ctx, form, kinds, use);
    if (!several) for (const [name, stored] of Object.entries(received)) form.set(name, stored.at(-1)!.key);
    const files = Object.values(received)
      .flat()
      .map(({ key, name, size }) => ({ key, name, size }));
    if (Object.keys(fieldErrors).length > 0)
      return json<AnyFormAnswer>({ ...answer, result: refusedResult(form, schema, fieldErrors), files }, 400);
    return await submitForm(portal, form, schema, operation, { faultText, answer: { ...answer, files }, laterDay });
  };
  try {
    // Before files are stored: resending a form stores none, nor does another person's form.
    assertOwnForm(portal, form);
    return await saveOnce(portal, form, save);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    for (const name of names) if (form.getAll(name).some((value) => typeof value !== "string")) form.delete(name);
    return refuseForm(portal, error, { ...answer, result: refusedResult(form, schema, {}), files: [] });
  }
}

function refusedResult(form: FormData, schema: z.ZodType, fileErrors: Record<string, string[]>): SubmissionResult {
  // Adding or moving a row waits, so that messages stay with their rows.
  const adjusts = form.has("__intent__");
  form.delete("__intent__");
  const { initialValue, error } = replyTo(parseForm(form, schema, zodErrorMap()), schema);
  return { status: "error", initialValue, error: adjusts ? fileErrors : { ...error, ...fileErrors } };
}
