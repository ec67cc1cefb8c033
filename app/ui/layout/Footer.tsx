import { UTC, zoneLabel } from "~/format/zones";
import type { BrandLinks } from "./shellProps";

/**
 * Social and legal links, and the time zone of all times (rules.md pages/dates), so that it need not follow each one.
 */
export function Footer({
  socialLinks,
  legalLinks,
  timeZone = UTC,
}: Pick<BrandLinks, "socialLinks" | "legalLinks" | "timeZone">) {
  return (
    <footer className="footer">
      <LinkList label="Social links" links={socialLinks} />
      <p>{`Times are ${timeZone === UTC ? UTC : `in ${zoneLabel(timeZone)}`}`}</p>
      <LinkList label="Legal links" links={legalLinks} />
    </footer>
  );
}

const LinkList = ({ label, links }: { label: string; links: BrandLinks["socialLinks"] }) => (
  <ul aria-label={label}>
    {links.map((link) => (
      <li key={link.label}>
        <a href={link.href} target="_blank" rel="noreferrer">
          {link.label}
        </a>
      </li>
    ))}
  </ul>
);
