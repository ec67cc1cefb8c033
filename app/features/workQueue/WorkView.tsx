import type { ComponentProps } from "react";
import { workGroupLabels } from "~/domain/workQueue/workGroups";
import type { WorkGroup } from "~/domain/workQueue/workQueue";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";
import { TakeForm } from "./TakeForm";
import { WorkTable } from "./WorkTable";

interface WorkViewProps extends ComponentProps<typeof TakeForm> {
  /** Null when the query failed. */
  groups: WorkGroup[] | null;
}

/** The work of a member of staff by group, the most pressing first. Groups without work are left out. */
export function WorkView({ groups, ...take }: WorkViewProps) {
  const shown = groups?.filter(({ count }) => count > 0) ?? [];
  return (
    <>
      <PageHeader title="My work" help="Your orders and links, and those that no one has taken." />
      {groups === null ? (
        <FailedRead>An error occurred while fetching your work</FailedRead>
      ) : shown.length === 0 ? (
        <EmptyState
          title="You are all caught up"
          text="Orders and links that are assigned to you, or to no one, appear here."
          action={<LinkButton to={paths.orders()}>Show all orders</LinkButton>}
        />
      ) : (
        <div className="stack-large">
          <TakeForm {...take} />
          {shown.map((group) => (
            <Group key={group.key} group={group} />
          ))}
        </div>
      )}
    </>
  );
}

function Group({ group: { key, count, more, items } }: { group: WorkGroup }) {
  const title = `${workGroupLabels[key]} ${formatNumber(count)}${more ? "+" : ""}`;
  return (
    <section className="stack" aria-labelledby={`work-${key}`}>
      <div className="row row-between">
        <h2 id={`work-${key}`}>{title}</h2>
        {count > items.length || more ? (
          <LinkButton to={paths.workGroup(key)} size={1} aria-label={`Show all: ${workGroupLabels[key]}`}>
            Show all
          </LinkButton>
        ) : null}
      </div>
      <WorkTable items={items} caption={workGroupLabels[key]} />
    </section>
  );
}
