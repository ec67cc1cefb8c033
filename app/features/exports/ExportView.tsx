import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { EXPORT_DONE, EXPORT_FAILED, EXPORT_PREPARING } from "~/domain/exports/exportKinds";
import type { ExportProgress } from "~/domain/exports/findExport";
import { formatFileSize } from "~/format/fileSize";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { ProgressBar } from "~/ui/feedback/ProgressBar";
import { showToast } from "~/ui/feedback/showToast";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { downloadFile } from "./downloadFile";

const LOOK_AGAIN_MS = 2000;

/** The progress of an export that the queue makes, then its file. Without script the page refreshes itself. */
export function ExportView({ progress }: { progress: ExportProgress }) {
  const { state, rowsDone, rowsTotal, file, kind, from } = progress;
  const unit = kind === "personalData" ? "files" : kind === "everything" ? "rows and files" : "rows";
  const back = kind === "personalData" || kind === "everything" ? "Back" : "Back to the list";
  const { revalidate } = useRevalidator();
  const unfinished = state === "waiting" || state === "working";
  // Downloads automatically for someone who watched its progress. Later visits show a button.
  const awaited = useRef(unfinished);
  useEffect(() => {
    if (!unfinished) return;
    const timer = setInterval(revalidate, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [unfinished, revalidate]);
  useEffect(() => {
    if (!awaited.current || !file) return;
    awaited.current = false;
    downloadFile(paths.file(file.key), file.name);
    showToast("success", EXPORT_DONE);
  }, [file]);
  return (
    <>
      <PageHeader title="Export" back={{ href: from, label: back }} />
      {unfinished ? (
        <Card title="Preparing your file">
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
          <p role="status">{EXPORT_PREPARING}</p>
          <ProgressBar
            label={`${formatNumber(rowsDone)} of ${formatNumber(rowsTotal)} ${unit}`}
            value={Math.min(rowsDone, rowsTotal)}
            max={Math.max(rowsTotal, 1)}
          />
          <p className="muted small">You can leave this page. We notify you when the file is ready.</p>
        </Card>
      ) : null}
      {state === "failed" ? (
        <Alert tone="danger" action={<LinkButton to={from}>{back}</LinkButton>}>
          {EXPORT_FAILED}
        </Alert>
      ) : null}
      {file ? (
        <Card title="Your file is ready">
          <p>
            {file.name}: {formatNumber(rowsDone)} {unit}, {formatFileSize(file.size)}. It is kept for 30 days.
          </p>
          <div className="form-actions">
            <LinkButton to={paths.file(file.key)} reloadDocument variant="solid" icon={<Icon name="download" />}>
              Download
            </LinkButton>
          </div>
        </Card>
      ) : null}
    </>
  );
}
