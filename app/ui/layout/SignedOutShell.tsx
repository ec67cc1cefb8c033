import type { ReactNode } from "react";
import { type Testimonial, Testimonials } from "../card/Testimonials";
import { Icon } from "../icon/Icon";
import { Footer } from "./Footer";
import { Logo } from "./Logo";
import { SkipLink } from "./SkipLink";
import type { BrandLinks } from "./shellProps";

type SignedOutShellProps = {
  brand: BrandLinks;
  testimonials: readonly Testimonial[];
  claims: readonly string[];
  children: ReactNode;
};

/** Frame of the sign-in, sign-up and password pages: the form next to customer quotes. */
export function SignedOutShell({ brand, testimonials, claims, children }: SignedOutShellProps) {
  return (
    <div className="signed-out" data-scaling="100">
      <SkipLink />
      <header className="signed-out-bar">
        {/* A plain anchor, because leaving this frame is a full page load anyway. */}
        <a className="logo" href="/">
          <Logo {...brand} />
        </a>
      </header>
      <main className="signed-out-form" id="main" tabIndex={-1}>
        {children}
      </main>
      <aside className="signed-out-panel" aria-label="What customers say">
        {testimonials.length > 0 ? <Testimonials testimonials={testimonials} /> : null}
        <ul className="claims">
          {claims.map((claim) => (
            <li key={claim}>
              <Icon name="check" />
              {claim}
            </li>
          ))}
        </ul>
      </aside>
      <Footer {...brand} />
    </div>
  );
}
