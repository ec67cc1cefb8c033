import { Card } from "~/ui/card/Card";
import { DataTable } from "~/ui/list/DataTable";

const columns = [
  { key: "record", label: "Record" },
  { key: "name", label: "Name", literal: true },
  { key: "value", label: "Value", literal: true },
] as const;

/** The DNS records that let the mail service send for the sender's domain. All are of the type TXT. */
export function SenderRecords({ address }: { address: string }) {
  const domain = address.split("@").at(-1) ?? "";
  const rows = [
    { record: "SPF", name: `cf-bounce.${domain}`, value: "v=spf1 include:_spf.mx.cloudflare.net ~all" },
    { record: "DKIM", name: `cf-bounce._domainkey.${domain}`, value: "The key that Cloudflare shows for your domain" },
    { record: "DMARC", name: `_dmarc.${domain}`, value: "v=DMARC1; p=quarantine;" },
  ];
  return (
    <Card title={`Records for ${domain}`}>
      <p className="muted small">
        Mail programs trust your emails when your domain has these TXT records. Cloudflare adds them when you onboard
        the domain under Email Service. Copy them if your DNS is somewhere else.
      </p>
      <DataTable
        caption="DNS records"
        columns={columns}
        rows={rows.map(({ record, name, value }) => ({
          key: record,
          cells: { record, name: <code>{name}</code>, value: record === "DKIM" ? value : <code>{value}</code> },
        }))}
      />
    </Card>
  );
}
