import type { BrandLinks } from "./shellProps";

/** Social and legal links. */
export function Footer({ socialLinks, legalLinks }: Pick<BrandLinks, "socialLinks" | "legalLinks">) {
  return (
    <footer className="footer">
      {[socialLinks, legalLinks].map((links, index) => (
        <ul key={index === 0 ? "social" : "legal"} aria-label={index === 0 ? "Social links" : "Legal links"}>
          {links.map((link) => (
            <li key={link.label}>
              <a href={link.href} target="_blank" rel="noreferrer">
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </footer>
  );
}
