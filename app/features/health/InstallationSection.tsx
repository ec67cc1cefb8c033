import type { Installation, Waiting } from "~/domain/health/readInstallation";
import { MAX_DATABASE_BYTES, type Sizes } from "~/domain/health/readSizes";
import { MAX_COUNTED } from "~/domain/health/trouble";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { formatNumber } from "~/format/numbers";
import { Facts } from "~/ui/card/Facts";
import { StatusDot } from "~/ui/feedback/StatusDot";

interface Named {
  name: string;
  present: boolean;
}

export interface InstallationProps extends Installation {
  version: string;
  secrets: readonly Named[];
  bindings: readonly Named[];
}

/** The version that runs, its secrets and bindings by name, how much the portal stores, and what waits. */
export function InstallationSection({
  version,
  migration,
  databaseBytes,
  files,
  lastSentAt,
  lastReplyAt,
  messages,
  exports,
  secrets,
  bindings,
}: InstallationProps) {
  const zone = useZone();
  const percent = ((100 * databaseBytes) / MAX_DATABASE_BYTES).toFixed(1);
  return (
    <section className="stack" aria-labelledby="installation">
      <h2 id="installation">Installation</h2>
      <Facts
        facts={[
          { label: "Version", value: version },
          { label: "Latest migration", value: migration ?? "None" },
          { label: "Database", value: `${formatFileSize(databaseBytes)} of 10 GB (${percent} %)` },
          { label: "Files", value: filesText(files, zone) },
          { label: "Latest email sent", value: lastSentAt === null ? "None yet" : formatDateTime(lastSentAt, zone) },
          { label: "Latest reply by email", value: lastReplyAt === null ? "None" : formatDateTime(lastReplyAt, zone) },
          { label: "Emails and notifications that wait", value: waitingText(messages, zone) },
          { label: "Exports that wait", value: waitingText(exports, zone) },
          { label: "Bindings", value: bindings.flatMap(({ name, present }) => (present ? [name] : [])).join(", ") },
          ...bindings.flatMap(({ name, present }) =>
            present
              ? []
              : [{ label: name, value: <StatusDot tone="danger">Missing: bind it and deploy again</StatusDot> }],
          ),
          ...secrets.map(({ name, present }) => ({
            label: name,
            value: present ? (
              <StatusDot tone="success">Set</StatusDot>
            ) : (
              <StatusDot tone="danger">Missing: set it and deploy again</StatusDot>
            ),
          })),
        ]}
      />
    </section>
  );
}

function waitingText({ n, since }: Waiting, zone: string) {
  if (n === 0) return "None";
  return `${n > MAX_COUNTED ? `More than ${formatNumber(MAX_COUNTED)}` : n}, the oldest since ${formatDateTime(since, zone)}`;
}

function filesText(files: Sizes["files"], zone: string) {
  if (!files) return "Not counted yet";
  const count = `${formatNumber(files.count)} ${files.count === 1 ? "file" : "files"}`;
  return `${count}, ${formatFileSize(files.bytes)}, counted ${formatDateTime(files.countedAt, zone)}`;
}
