import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { FormEvent } from "react";
import { waitsForUpload } from "./waitsForUpload";

/** Props of a form with files: it posts them without script; with script it waits for uploads before it validates. */
export function uploadFormProps<Schema extends Record<string, unknown>>(form: FormMetadata<Schema>) {
  return {
    ...getFormProps(form),
    method: "post" as const,
    encType: "multipart/form-data" as const,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (!waitsForUpload(event)) form.onSubmit(event);
    },
  };
}
