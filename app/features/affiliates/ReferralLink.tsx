import { useRef } from "react";
import { URL_COPIED, URL_NOT_COPIED } from "~/domain/affiliates/affiliateTexts";
import { Card } from "~/ui/card/Card";
import { showToast } from "~/ui/feedback/showToast";
import { Button } from "~/ui/form/Button";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";

interface ReferralLinkProps {
  url: string;
  /** Links to the checkout of single services. */
  services: readonly { id: string; name: string; url: string }[];
}

export function ReferralLink({ url, services }: ReferralLinkProps) {
  const field = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast("success", URL_COPIED, { subject: "copy" });
    } catch {
      showToast("danger", URL_NOT_COPIED, { subject: "copy" });
      // Selected, so that the affiliate can copy it by hand.
      field.current?.querySelector("input")?.select();
    }
  };
  return (
    <Card title="Your referral link">
      <div className="referral-link" ref={field}>
        <TextField
          label="Referral URL"
          name="referralUrl"
          hint="You earn a commission when someone opens this link and signs up within 90 days. Everyone can open the links of single services below."
          defaultValue={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button className="script-only" variant="solid" icon={<Icon name="copy" />} onClick={copy}>
          Copy link
        </Button>
      </div>
      {services.length > 0 ? (
        <details className="as-table">
          <summary>
            <Icon name="chevron-right" size={14} />
            Links to single services
          </summary>
          <ul className="service-links">
            {services.map((service) => (
              <li key={service.id}>
                <strong>{service.name}</strong>
                <code>{service.url}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Card>
  );
}
