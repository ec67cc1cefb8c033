import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import { Conflict, Invalid } from "~/domain/errors";
import type { UploadUse } from "~/domain/uploads/usableUploads";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import type { UploadKind } from "~/files/uploadKinds";
import type { ReceivedFile } from "~/ui/form/FileField";
import { assertOwnForm } from "./assertOwnForm.server";
import type { PortalRequest } from "./portalRequest.server";
import { saveOnce } from "./saveOnce.server";
import { type FormAnswer, replyTo, submitForm } from "./submitForm.server";
import { zodErrorMap } from "./zodErrorMap";

/** A FormAnswer with the posted files: their keys are in the fields. */
export interface FileFormAnswer extends FormAnswer {
  files?: ReceivedFile[];
}

interface FormFiles {
  kind: UploadKind;
  /** Names of file fields. Each holds one file; a newer one replaces the older. */
  fields: RegExp;
  use: UploadUse;
}

/**
 * As submitForm, for a form whose rows have files. Files are stored before validation, so that a form that fails, or
 * only adds a row, loses none. A refused file is reported at its field.
 */
export async function submitFormWithFiles<Schema extends z.ZodType>(
  portal: PortalRequest,
  { kind, fields, use }: FormFiles,
  schema: Schema,
  operation: (value: z.output<Schema>) => Promise<Response>,
  failure?: string,
): Promise<Response> {
  let form: FormData;
  try {
    form = await readMultipart(portal.request);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return json<FileFormAnswer>({ result: { status: "error", error: { "": [error.message] } } }, 400);
  }
  const names = [...new Set(form.keys())].filter((name) => fields.test(name));
  const save = async () => {
    const kinds = Object.fromEntries(names.map((name) => [name, kind]));
    const { received, fieldErrors } = await receiveFiles(portal.ctx, form, kinds, use);
    for (const [name, kept] of Object.entries(received)) form.set(name, kept.at(-1)!.key);
    const files = Object.values(received)
      .flat()
      .map(({ key, name, size }) => ({ key, name, size }));
    if (Object.keys(fieldErrors).length > 0) return refused(form, schema, fieldErrors, files);
    return await submitForm(portal, form, schema, operation, { failure, answer: { files } });
  };
  try {
    // Before files are stored: resending a form stores none, nor does another person's form.
    assertOwnForm(portal, form);
    return await saveOnce(portal, form, save);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    for (const name of names) if (form.getAll(name).some((value) => typeof value !== "string")) form.delete(name);
    const answer = (await refused(form, schema, { "": [error.message] }, [], 409).json()) as FileFormAnswer;
    return json({ ...answer, ...(portal.formOwner ? { kept: error.message } : {}) }, 409);
  }
}

function refused(
  form: FormData,
  schema: z.ZodType,
  fieldErrors: Record<string, string[]>,
  files: ReceivedFile[],
  status = 400,
) {
  // Adding or moving a row waits, so that messages stay with their rows.
  const adjusts = form.has("__intent__");
  form.delete("__intent__");
  const { initialValue, error } = replyTo(parseWithZod(form, { schema, error: zodErrorMap() }), schema);
  const result: SubmissionResult = {
    status: "error",
    initialValue,
    error: adjusts ? fieldErrors : { ...error, ...fieldErrors },
  };
  return json<FileFormAnswer>({ result, files }, status);
}
