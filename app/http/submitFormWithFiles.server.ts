import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { json } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import type { UploadUse } from "~/domain/uploads/usableUploads";
import { readMultipart } from "~/files/readMultipart";
import { receiveFiles } from "~/files/receiveFiles";
import type { UploadKind } from "~/files/uploadKinds";
import type { ReceivedFile } from "~/ui/form/FileField";
import { type FormAnswer, replyTo, submitForm } from "./submitForm.server";
import { zodErrorMap } from "./zodErrorMap";

/** A FormAnswer, and the files that came with what was posted: by their keys, which stand in the fields. */
export interface FileFormAnswer extends FormAnswer {
  files?: ReceivedFile[];
}

interface FormFiles {
  kind: UploadKind;
  /** Which fields hold one, by name; each holds one, and a newer file takes the place of the older. */
  fields: RegExp;
  use: UploadUse;
}

/**
 * As submitForm, for a form with rows that have files: they are kept before anything else is checked, so that a form that
 * fails, or only adds a row, loses none. A refused file comes back beside its field with everything else that was typed.
 */
export async function submitFormWithFiles<Schema extends z.ZodType>(
  ctx: Context,
  request: Request,
  { kind, fields, use }: FormFiles,
  schema: Schema,
  operation: (value: z.output<Schema>) => Promise<Response>,
  failure?: string,
): Promise<Response> {
  let form: FormData;
  try {
    form = await readMultipart(request);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return json<FileFormAnswer>({ result: { status: "error", error: { "": [error.message] } } }, 400);
  }
  const names = [...new Set(form.keys())].filter((name) => fields.test(name));
  const { received, fieldErrors } = await receiveFiles(
    ctx,
    form,
    Object.fromEntries(names.map((name) => [name, kind])),
    use,
  );
  for (const [name, kept] of Object.entries(received)) form.set(name, kept.at(-1)!.key);
  const files = Object.values(received)
    .flat()
    .map(({ key, name, size }) => ({ key, name, size }));
  if (Object.keys(fieldErrors).length > 0) return refused(form, schema, fieldErrors, files);
  return await submitForm(form, schema, operation, { failure, answer: { files } });
}

function refused(form: FormData, schema: z.ZodType, fieldErrors: Record<string, string[]>, files: ReceivedFile[]) {
  // A row that was to be added or moved waits: the messages then stand beside the rows they are about.
  const adjusts = form.has("__intent__");
  form.delete("__intent__");
  const { initialValue, error } = replyTo(parseWithZod(form, { schema, error: zodErrorMap() }), schema);
  const result: SubmissionResult = {
    status: "error",
    initialValue,
    error: adjusts ? fieldErrors : { ...error, ...fieldErrors },
  };
  return json<FileFormAnswer>({ result, files }, 400);
}
