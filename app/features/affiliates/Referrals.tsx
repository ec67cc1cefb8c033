import { REFERRALS_NOT_FETCHED } from "~/domain/affiliates/affiliateTexts";
import type { Referral } from "~/domain/affiliates/findReferrals";
import { CLICK_DAYS } from "~/domain/attribution/clickCookie";
import { ClientStatus } from "~/features/clients/ClientStatus";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { ListBody } from "~/ui/list/ListBody";

const columns = [
  { key: "firstName", label: "First Name" },
  { key: "lastName", label: "Last Name", literal: true },
  { key: "created", label: "Created Time", nowrap: true },
  { key: "status", label: "Status" },
  { key: "words", label: "Last click" },
];

/** Without the rule, which the page says once. */
const clickOf = (words: string) => words.replace(/^The last click was (.*); clicks count for \d+ days/, "$1");

/** The people the affiliate referred. Shows none of their other data. */
export function Referrals({ referrals, firstHref }: { referrals: Page<Referral> | null; firstHref: string }) {
  const zone = useZone();
  return (
    <ListBody
      page={referrals}
      failure={REFERRALS_NOT_FETCHED}
      firstHref={firstHref}
      empty={{
        title: "No referrals yet",
        text: "People who sign up through your link appear here. Share it to get started.",
        action: <LinkButton to={paths.creatives()}>Find something to share</LinkButton>,
      }}
      table={(people) => (
        <>
          <p className="muted">
            A sign-up counts for you when your link was the last one opened in the {CLICK_DAYS} days before it.
          </p>
          <DataTable
            caption="Referrals"
            columns={columns}
            rows={people.map((one) => ({
              key: `${one.createdAt} ${one.firstName} ${one.lastName}`,
              cells: {
                firstName: one.firstName,
                lastName: one.lastName,
                created: formatDateTime(one.createdAt, zone),
                status: <ClientStatus status={one.userStatus} />,
                words: clickOf(one.words),
              },
            }))}
          />
        </>
      )}
    />
  );
}
