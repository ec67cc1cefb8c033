import { Link } from "@remix-run/react";
import { roleLabel } from "~/domain/roles";
import type { TeamAccount } from "~/domain/team/findTeam";
import { fullName } from "~/format/names";
import { readableEmail } from "~/format/readableEmail";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import type { IconName } from "~/ui/icon/iconNames";
import { DataTable } from "~/ui/list/DataTable";

interface TeamListProps {
  accounts: readonly TeamAccount[];
  /** The viewer's id. They can edit but not delete their own account (rules.md team/safeguards). */
  ownId: string;
}

/** 'Team accounts' on /teams. */
export function TeamList({ accounts, ownId }: TeamListProps) {
  const icon = (to: string, label: string, name: IconName) => (
    <Link className="button button-ghost button-icon" to={to} aria-label={label} title={label} preventScrollReset>
      <Icon name={name} />
    </Link>
  );
  return (
    <div className="card team">
      <div className="card-head">
        <h2 id="team-accounts">Team accounts</h2>
        <LinkButton to={paths.teamNew()} variant="solid" icon={<Icon name="plus" />} preventScrollReset>
          Add User
        </LinkButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="team-scroll" tabIndex={0} aria-labelledby="team-accounts">
        <DataTable
          caption="Team accounts"
          columns={[
            { key: "name", label: "Name" },
            { key: "email", label: "Email", literal: true },
            { key: "privileges", label: "Privilege" },
            { key: "twoFactor", label: "Two-factor" },
          ]}
          rows={accounts.map((account) => {
            const name = fullName(account);
            return {
              key: account.id,
              cells: {
                name: (
                  <>
                    {account.id === ownId ? `${name} (you)` : name}
                    {account.away ? " " : null}
                    {account.away ? <Badge>Away</Badge> : null}
                  </>
                ),
                email: account.invited ? (
                  <>
                    {readableEmail(account.email)} <Badge>Invited</Badge>
                  </>
                ) : (
                  readableEmail(account.email)
                ),
                twoFactor: account.twoFactor ? "On" : "Off",
                privileges: account.privileges ? <Badge>{roleLabel("ADMIN", account.privileges)}</Badge> : "N/A",
              },
              actions: (
                <>
                  {icon(paths.teamAccount(account.id), `Edit ${name}`, "pencil")}
                  {account.invited
                    ? icon(paths.teamInvitation(account.id), `Send the invitation to ${name} again`, "mail")
                    : null}
                  {account.twoFactor && account.id !== ownId
                    ? icon(paths.teamTwoFactor(account.id), `Remove two-factor sign-in of ${name}`, "shield-off")
                    : null}
                  {icon(paths.teamHandOver(account.id), `Hand over work of ${name}`, "handshake")}
                  {account.id === ownId ? null : icon(paths.teamAccountDelete(account.id), `Delete ${name}`, "trash")}
                </>
              ),
            };
          })}
        />
      </section>
    </div>
  );
}
