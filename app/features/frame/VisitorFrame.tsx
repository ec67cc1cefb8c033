import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { Footer } from "~/ui/layout/Footer";
import { SkipLink } from "~/ui/layout/SkipLink";

interface VisitorFrameProps {
  /** Left out where nobody needs to sign in. */
  signInHref?: string;
  /** The checkout's form: its own way in keeps what was chosen. */
  signInForm?: string;
  children: ReactNode;
}

/** The frame of public pages for a visitor who is signed out: the logo, the way in, the page. */
export function VisitorFrame({ signInHref, signInForm, children }: VisitorFrameProps) {
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
              {signInForm ? (
                <Button type="submit" form={signInForm} name="intent" value="sign-in" variant="ghost" formNoValidate>
                  Sign In
                </Button>
              ) : (
                <LinkButton to={signInHref} variant="ghost">
                  Sign In
                </LinkButton>
              )}
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
