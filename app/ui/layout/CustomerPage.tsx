import type { ReactNode } from "react";
import { Footer } from "./Footer";
import { SkipLink } from "./SkipLink";
import type { BrandLinks } from "./shellProps";

interface CustomerPageProps {
  brand: BrandLinks;
  header: ReactNode;
  children: ReactNode;
}

/** Frame of customer and visitor pages: header, page, footer. */
export function CustomerPage({ brand, header, children }: CustomerPageProps) {
  return (
    <div className="shell shell-customer" data-scaling="100">
      <SkipLink />
      {header}
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...brand} />
    </div>
  );
}
