import type { EverythingPartRow } from "~/domain/exports/findEverything";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { DataTable } from "~/ui/list/DataTable";

export function EverythingCard({ parts }: { parts: readonly EverythingPartRow[] }) {
  const zone = useZone();
  const underWay = parts.some(({ state }) => state === "waiting" || state === "working");
  return (
    <Card title="Export everything">
      <p>
        Every table as CSV, all uploaded files, and a list of them with checksums. We make it in the background and
        notify you by email. Passwords, sign-in links and affiliates' bank details are not in it.
      </p>
      {parts.length > 0 ? (
        <DataTable
          caption="Parts of the export"
          columns={[
            { key: "part", label: "Part" },
            { key: "state", label: "State" },
            { key: "size", label: "Size", align: "right" },
            { key: "at", label: "Started", moment: true },
          ]}
          rows={parts.map((one) => ({
            key: one.id,
            cells: {
              part: one.file ? (
                <a href={paths.file(one.file.key)} download>
                  {one.file.name}
                </a>
              ) : (
                `Part ${one.part}`
              ),
              state: <PartState {...one} />,
              size: one.file ? formatFileSize(one.file.size) : "",
              at: formatDateTime(one.createdAt, zone),
            },
          }))}
        />
      ) : null}
      {underWay ? (
        <p className="muted small" role="status">
          You can leave this page. Load it again to see more parts.
        </p>
      ) : (
        <Form method="post" action={paths.dataExport()} className="form-actions">
          <SubmitButton pendingText="Starting">{parts.length > 0 ? "Export again" : "Export everything"}</SubmitButton>
        </Form>
      )}
    </Card>
  );
}

function PartState({ state, rowsDone }: EverythingPartRow) {
  if (state === "ready") return <StatusDot tone="success">Ready</StatusDot>;
  if (state === "failed") return <StatusDot tone="danger">Failed: export again</StatusDot>;
  if (state === "waiting") return <StatusDot tone="info">Waiting</StatusDot>;
  return <StatusDot tone="info">{`${formatNumber(rowsDone)} rows and files so far`}</StatusDot>;
}
