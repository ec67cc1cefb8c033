import type { ClientDetails } from "~/domain/clients/clientDetails";
import { clientTypeLabel, clientTypes, userStatuses, userStatusLabel } from "~/domain/roles";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { Button } from "~/ui/form/Button";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { Icon } from "~/ui/icon/Icon";

/** Status and type. With script a choice is saved immediately. */
export function StatusForm({ client }: { client: ClientDetails }) {
  return (
    <Card title="Manage">
      <Form
        // A refused choice returns to the stored value.
        key={client.version}
        method="post"
        unguarded
        action={paths.client(client.id)}
        className="client-status"
        preventScrollReset
        onChange={(event) => event.currentTarget.requestSubmit()}
      >
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="version" value={client.version} />
        <SelectField
          label="Status"
          name="userStatus"
          id="client-status"
          options={userStatuses.map((value) => ({ value, label: userStatusLabel(value) }))}
          defaultValue={client.userStatus}
        />
        <SelectField
          label="Client type"
          name="clientType"
          id="client-type"
          emptyLabel="None"
          options={clientTypes.map((value) => ({ value, label: clientTypeLabel(value) }))}
          defaultValue={client.clientType ?? ""}
        />
        <Button type="submit" className="noscript-only">
          Save
        </Button>
      </Form>
    </Card>
  );
}

export function Invitation({ clientId }: { clientId: string }) {
  return (
    <Card title="Invitation">
      <p className="small">No password has been set yet.</p>
      <Form method="post" action={paths.client(clientId)} preventScrollReset>
        <SubmitButton name="intent" value="invite" variant="outline" pendingText="Sending" icon={<Icon name="mail" />}>
          Resend invitation
        </SubmitButton>
      </Form>
    </Card>
  );
}

export function AffiliateSwitch({ client }: { client: ClientDetails }) {
  return (
    <Card
      title="Affiliate"
      action={
        <LinkButton to={paths.clientAffiliate(client.id)} size={1} preventScrollReset>
          View Details
        </LinkButton>
      }
    >
      <Form
        key={client.version}
        method="post"
        unguarded
        action={paths.client(client.id)}
        className="client-affiliate"
        preventScrollReset
        onChange={(event) => event.currentTarget.requestSubmit()}
      >
        <input type="hidden" name="intent" value="affiliate" />
        <input type="hidden" name="version" value={client.version} />
        <CheckboxField
          label="Affiliate"
          name="affiliate"
          id="client-affiliate"
          defaultChecked={client.affiliate}
          hint={client.affiliateCode ? `Code ${client.affiliateCode}` : "Creates a code when turned on"}
        />
        <div className="noscript-only">
          <Button type="submit">Save</Button>
        </div>
      </Form>
      {client.affiliate && client.commissions.length === 0 ? <Badge tone="warning">No commission set</Badge> : null}
    </Card>
  );
}
