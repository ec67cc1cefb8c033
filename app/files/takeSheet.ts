import { Invalid } from "~/domain/errors";
import { maxSizeText, type UploadKind, uploadKinds } from "./uploadKinds";

interface SheetFields {
  kind: UploadKind;
  /** The file's field, where its refusals stand. */
  from: string;
  /** The field that gets its text. */
  to: string;
}

/** Replaces an uploaded sheet by its rows as text. Nothing of the file is stored. Throws Invalid. */
export async function takeSheet(
  form: FormData,
  { kind, from, to }: SheetFields,
  textOf: (file: { name: string; bytes: Uint8Array }) => string | Promise<string>,
): Promise<void> {
  const file = form.get(from);
  form.delete(from);
  // An untouched file input sends an empty file without a name.
  if (file === null || typeof file === "string" || (file.size === 0 && file.name === "")) return;
  if (file.size > uploadKinds[kind].maxBytes)
    throw new Invalid(`'${file.name}' is larger than ${maxSizeText(kind)}`, from);
  try {
    form.set(to, await textOf({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(error.message, from) : error;
  }
}
