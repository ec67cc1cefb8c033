import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { LinkButton } from "~/ui/form/LinkButton";
import { Footer } from "~/ui/layout/Footer";
import { SkipLink } from "~/ui/layout/SkipLink";

interface VisitorFrameProps {
  /** Left out where nobody needs to sign in. */
  signInHref?: string;
  children: ReactNode;
}

/** The frame of public pages for a visitor who is signed out: the logo, the way in, the page. */
export function VisitorFrame({ signInHref, children }: VisitorFrameProps) {
  return (
    <div className="shell shell-customer" data-scaling="100">
      <SkipLink />
      <header className="top-bar">
        <div className="top-bar-inner">
          <Link className="logo" to="/">
            {brand.logoText}
          </Link>
          {signInHref ? (
            <div className="top-bar-end">
              <LinkButton to={signInHref} variant="ghost">
                Sign In
              </LinkButton>
            </div>
          ) : null}
        </div>
      </header>
      <main className="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...brand} />
    </div>
  );
}
