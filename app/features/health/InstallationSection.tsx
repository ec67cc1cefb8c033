import type { Installation } from "~/domain/health/readInstallation";
import { MAX_DATABASE_BYTES, type Sizes } from "~/domain/health/readSizes";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { Facts } from "~/ui/card/Facts";
import { StatusDot } from "~/ui/feedback/StatusDot";

export interface InstallationProps extends Installation {
  version: string;
  secrets: readonly { name: string; present: boolean }[];
}

/** The version that runs, its secrets by name, and how much the portal stores. */
export function InstallationSection({
  version,
  migration,
  databaseBytes,
  files,
  lastMailAt,
  secrets,
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
          { label: "Latest reply by email", value: lastMailAt === null ? "None" : formatDateTime(lastMailAt, zone) },
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

function filesText(files: Sizes["files"], zone: string) {
  if (!files) return "Not counted yet";
  const count = `${files.count.toLocaleString("en-US")} ${files.count === 1 ? "file" : "files"}`;
  return `${count}, ${formatFileSize(files.bytes)}, counted ${formatDateTime(files.countedAt, zone)}`;
}
