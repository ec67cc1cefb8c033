import { useRef } from "react";
import { URL_COPIED, URL_NOT_COPIED } from "~/domain/affiliates/affiliateTexts";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { copyText } from "~/ui/feedback/copyText";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import "./affiliates.css";

interface ReferralLinkProps {
  url: string;
  /** Links to the checkout of single services. */
  services: readonly { id: string; name: string; url: string }[];
}

export function ReferralLink({ url, services }: ReferralLinkProps) {
  const field = useRef<HTMLDivElement>(null);
  const copyLink = (link: string) => copyText(link, { copied: URL_COPIED, failed: URL_NOT_COPIED });
  const copy = async () => {
    const done = await copyLink(url);
    // Selected, so that the affiliate can copy it by hand.
    if (!done) field.current?.querySelector("input")?.select();
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
        <LinkButton to={paths.affiliateLink()}>Build a link</LinkButton>
      </div>
      {services.length > 0 ? (
        <details className="fold">
          <summary>
            <Icon name="chevron-right" size={14} />
            Links to single services
          </summary>
          <ul className="service-links">
            {services.map((service) => (
              <li key={service.id}>
                <strong>{service.name}</strong>
                <code>{service.url}</code>
                <Button
                  className="script-only"
                  size={1}
                  aria-label={`Copy the link of ${service.name}`}
                  onClick={() => copyLink(service.url)}
                >
                  Copy
                </Button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Card>
  );
}
