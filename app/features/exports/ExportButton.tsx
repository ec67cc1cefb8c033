import { useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useState } from "react";
import { EXPORT_DONE, EXPORT_FAILED, EXPORT_PREPARING } from "~/domain/exports/exportKinds";
import { Spinner } from "~/ui/feedback/Spinner";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { Icon } from "~/ui/icon/Icon";
import { downloadFile } from "./downloadFile";
import type { ExportAnswer } from "./exportPage.server";
import { JUST_ASKED } from "./justAsked";

interface ExportButtonProps {
  /** The export action, including the list's search. */
  action: string;
  label?: string;
}

/**
 * Exports every row that matches the list. A plain post returns the file or redirects to the export's progress page;
 * with script toasts report the progress.
 */
export function ExportButton({ action, label = "Export" }: ExportButtonProps) {
  const { busy, run } = useExport(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(new URLSearchParams());
  };
  return (
    <form method="post" action={action} onSubmit={submit}>
      <SubmitButton variant="outline" pending={busy} pendingText="Exporting" icon={<Icon name="download" />}>
        {label}
      </SubmitButton>
    </form>
  );
}

/** Exports what the form around it holds, also what was not applied yet. Stands after the form's own button. */
export function ExportFormButton({ action, label = "Export" }: ExportButtonProps) {
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
    <Button
      type="submit"
      variant="outline"
      formAction={action}
      formMethod="post"
      aria-disabled={busy || undefined}
      icon={busy ? <Spinner /> : <Icon name="download" />}
      onClick={press}
    >
      {busy ? "Exporting" : label}
    </Button>
  );
}

function useExport(action: string) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const run = async (fields: URLSearchParams) => {
    if (busy) return;
    setBusy(true);
    const closePreparing = showToast("info", EXPORT_PREPARING);
    try {
      const outcome = await fetchExport(action, fields);
      if ("href" in outcome) navigate(outcome.href, { state: JUST_ASKED });
      else {
        const address = URL.createObjectURL(outcome.file);
        downloadFile(address, outcome.name);
        // Browsers read it after the click.
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        showToast("success", EXPORT_DONE);
      }
    } catch (error) {
      closePreparing();
      showToast("danger", error instanceof ExportRefused ? error.message : EXPORT_FAILED);
    }
    setBusy(false);
  };
  return { busy, run };
}

/** Carries the server's own message. */
class ExportRefused extends Error {}

/** Returns the file, or the progress page of a large export. Throws on any other response. */
async function fetchExport(
  action: string,
  fields: URLSearchParams,
): Promise<{ href: string } | { file: Blob; name: string }> {
  const asked = `${action}${action.includes("?") ? "&" : "?"}with=script`;
  const response = await fetch(asked, { method: "POST", body: fields });
  if (!response.ok) {
    const { message = EXPORT_FAILED } = (await response.json()) as ExportAnswer;
    throw new ExportRefused(message);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  if (name) return { file: await response.blob(), name };
  const { href } = (await response.json()) as ExportAnswer;
  if (!href) throw new Error(EXPORT_FAILED);
  return { href };
}
