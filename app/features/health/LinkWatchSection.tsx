import type { LinkWatchHealth } from "~/domain/health/linkWatchHealth";
import { MAX_COUNTED } from "~/domain/health/trouble";
import { useZone } from "~/features/frame/useZone";
import { VerdictDot } from "~/features/placements/LinkHealth";
import { formatDateTime } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Facts } from "~/ui/card/Facts";
import { DataTable } from "~/ui/list/DataTable";

const counted = (n: number) => (n > MAX_COUNTED ? `More than ${formatNumber(MAX_COUNTED)}` : formatNumber(n));

/** Checks of live links that are due, and what the latest ones found. */
export const LinkWatchSection = ({ due, late, since, links }: LinkWatchHealth) => {
  const zone = useZone();
  return (
    <section className="stack" aria-labelledby="link-watch">
      <h2 id="link-watch">Link watch</h2>
      <Facts
        facts={[
          { label: "Checks due", value: counted(due) },
          { label: "Late", value: counted(late) },
          ...(since === null ? [] : [{ label: "Oldest due check", value: formatDateTime(since, zone) }]),
        ]}
      />
      {links.length > 0 ? (
        <DataTable
          caption="Live links by their latest check"
          columns={[
            { key: "verdict", label: "Latest check" },
            { key: "count", label: "Links" },
          ]}
          rows={links.map(({ verdict, count }) => ({
            key: verdict,
            href: `${paths.placements()}?health=${verdict}`,
            cells: { verdict: <VerdictDot verdict={verdict} />, count: formatNumber(count) },
          }))}
        />
      ) : null}
    </section>
  );
};
