import type { BrandLinks } from "./shellProps";

/**
 * Social and legal links, and what every time of the portal is in (rules.md pages/dates): said once, not behind each.
 */
export function Footer({ socialLinks, legalLinks }: Pick<BrandLinks, "socialLinks" | "legalLinks">) {
  return (
    <footer className="footer">
      <LinkList label="Social links" links={socialLinks} />
      <p>Times are UTC</p>
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
