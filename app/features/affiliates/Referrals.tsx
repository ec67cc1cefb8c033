import type { Referral } from "~/domain/affiliates/findReferrals";
import { ClientStatus } from "~/features/clients/ClientStatus";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

const columns = [
  { key: "firstName", label: "First Name" },
  { key: "lastName", label: "Last Name" },
  { key: "created", label: "Created Time", nowrap: true },
  { key: "status", label: "Status" },
  { key: "words", label: "Why it counts" },
];

/** The people whom the affiliate referred, and nothing else of them. */
export function Referrals({ referrals }: { referrals: Page<Referral> }) {
  if (referrals.content.length === 0)
    return referrals.totalElements > 0 ? (
      <EmptyState
        title="Nothing on this page"
        action={<LinkButton to={paths.affiliate()}>Go to the first page</LinkButton>}
      />
    ) : (
      <EmptyState title="No referrals yet" text="Who signs up by your link appears here. Share it to begin." />
    );
  return (
    <DataTable
      caption="Referrals"
      columns={columns}
      rows={referrals.content.map((one) => ({
        key: `${one.createdAt} ${one.firstName} ${one.lastName}`,
        cells: {
          firstName: one.firstName,
          lastName: one.lastName,
          created: formatDateTime(one.createdAt),
          status: <ClientStatus status={one.userStatus} />,
          words: one.words,
        },
      }))}
    />
  );
}
