import { type MouseEvent, useState } from "react";
import { EXPORT_DONE, EXPORT_FAILED, EXPORT_PREPARING } from "~/domain/exports/exportKinds";
import { Spinner } from "~/ui/feedback/Spinner";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";
import { DefaultSubmit } from "~/ui/form/DefaultSubmit";
import { Icon } from "~/ui/icon/Icon";
import { downloadFile } from "./downloadFile";
import type { ExportAnswer } from "./exportPage.server";

interface ExportButtonProps {
  action: string;
  label?: string;
  /** The id of its form. Only for a button outside of it. */
  form?: string;
}

/**
 * Exports what its form holds, also filters and dates that were not applied yet. A plain post returns the file; with
 * script toasts report the progress.
 */
export function ExportButton({ action, label = "Export", form }: ExportButtonProps) {
  const { busy, run } = useExport(action);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
    void run(fields);
  };
  return (
    <>
      {/* Enter in a filter applies it, although this button comes before the form. */}
      {form ? <DefaultSubmit form={form} /> : null}
      <Button
        type="submit"
        variant="outline"
        form={form}
        formAction={action}
        formMethod="post"
        aria-disabled={busy || undefined}
        icon={busy ? <Spinner /> : <Icon name="download" />}
        onClick={press}
      >
        {busy ? "Exporting" : label}
      </Button>
    </>
  );
}

function useExport(action: string) {
  const [busy, setBusy] = useState(false);
  const run = async (fields: URLSearchParams) => {
    if (busy) return;
    setBusy(true);
    const closePreparing = showToast("info", EXPORT_PREPARING, { subject: "export", lasting: true });
    try {
      const { file, name } = await fetchExport(action, fields);
      const address = URL.createObjectURL(file);
      downloadFile(address, name);
      // Browsers read it after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      showToast("success", EXPORT_DONE);
      setTimeout(closePreparing, 5000);
    } catch (error) {
      showToast("danger", error instanceof ExportRefused ? error.message : EXPORT_FAILED, { subject: "export" });
    }
    setBusy(false);
  };
  return { busy, run };
}

/** Carries the server's own message. */
class ExportRefused extends Error {}

/** Throws when it is refused or breaks off. */
async function fetchExport(action: string, fields: URLSearchParams): Promise<{ file: Blob; name: string }> {
  const asked = `${action}${action.includes("?") ? "&" : "?"}with=script`;
  const response = await fetch(asked, { method: "POST", body: fields });
  if (!response.ok) {
    const { message = EXPORT_FAILED } = (await response.json()) as Partial<ExportAnswer>;
    throw new ExportRefused(message);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  if (!name) throw new Error(EXPORT_FAILED);
  return { file: await response.blob(), name };
}
