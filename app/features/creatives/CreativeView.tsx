import type { creativeDetails } from "~/domain/creatives/manageCreatives";
import { useAgencyZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { Card } from "~/ui/card/Card";
import { copyText } from "~/ui/feedback/copyText";
import { Button } from "~/ui/form/Button";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";

interface CreativeViewProps {
  creative: Omit<Awaited<ReturnType<typeof creativeDetails>>, "referralUrl">;
  /** The affiliate's referral link to the target; null for people who are not affiliates. */
  referralUrl: string | null;
}

/** A creative for people who may only use it: read-only, with copy buttons. */
export function CreativeView({ creative, referralUrl }: CreativeViewProps) {
  const zone = useAgencyZone();
  const { name, description, url, creativeStatus, validUntil, file } = creative;
  return (
    <div className="stack record-form">
      {referralUrl ? (
        <Card title="Your referral link">
          <ReferralLink url={referralUrl} />
        </Card>
      ) : null}
      <div className="form">
        <TextField label="Title" name="name" defaultValue={name} readOnly />
        <TextAreaField label="Description" name="description" defaultValue={description} readOnly rows={6} />
        <div className="form-columns">
          <TextField label="Validity" name="validity" defaultValue={formatDay(validUntil, zone)} readOnly />
          <TextField label="URL" name="url" defaultValue={url} readOnly />
        </div>
        <TextField label="Status" name="creativeStatus" defaultValue={creativeStatus} readOnly />
        {file?.picture ? <img className="creative-picture" src={file.url} alt={file.name} /> : null}
        {file ? (
          <p>
            <a href={file.url}>Open {file.name}</a>
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** The link as selectable text. With script one click copies it. */
function ReferralLink({ url }: { url: string }) {
  const copy = () =>
    copyText(url, { copied: "Referral URL copied successfully", failed: "Unable to copy referral URL" });
  return (
    <div className="creative-link">
      <TextField
        label="Your referral link"
        hideLabel
        name="referralUrl"
        defaultValue={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button className="script-only" variant="outline" icon={<Icon name="copy" />} onClick={copy}>
        Copy
      </Button>
    </div>
  );
}
