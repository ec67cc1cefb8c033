import type { ComponentProps } from "react";
import { type WorkGroupKey, workGroupLabels } from "~/domain/workQueue/workGroups";
import type { WorkGroupPage } from "~/domain/workQueue/workQueue";
import { paths } from "~/paths";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";
import { TakeForm } from "./TakeForm";
import { WorkTable } from "./WorkTable";

interface WorkGroupViewProps extends ComponentProps<typeof TakeForm> {
  group: WorkGroupKey;
  /** Null when the query failed. */
  shown: WorkGroupPage | null;
}

/** One group of the queue, page by page. */
export function WorkGroupView({ group, shown, ...take }: WorkGroupViewProps) {
  const label = workGroupLabels[group];
  return (
    <>
      <PageHeader title={label} back={{ href: paths.work(), label: "My work" }} />
      {shown === null ? (
        <FailedRead>An error occurred while fetching your work</FailedRead>
      ) : shown.items.length === 0 ? (
        <EmptyState title="Nothing here" action={<LinkButton to={paths.work()}>Show my work</LinkButton>} />
      ) : (
        <div className="stack">
          <TakeForm {...take} />
          <WorkTable items={shown.items} caption={label} />
          {shown.cut ? (
            <p className="muted">
              There is more. <a href={paths.orders()}>Filter the orders</a> to see the rest.
            </p>
          ) : null}
          <nav className="row" aria-label="Pages">
            {shown.page > 1 ? <LinkButton to={paths.workGroup(group, shown.page - 1)}>Previous page</LinkButton> : null}
            {shown.hasNext ? <LinkButton to={paths.workGroup(group, shown.page + 1)}>Next page</LinkButton> : null}
          </nav>
        </div>
      )}
    </>
  );
}
