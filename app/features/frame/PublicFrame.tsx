import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { AppFrame } from "./AppFrame";
import { CustomerHeader } from "./CustomerHeader";
import type { FrameValues } from "./useFrame";

interface SignInWay {
  /** Left out where signing in is not needed. */
  signInHref?: string;
  /** The checkout form. Signing in through it keeps the selection. */
  signInForm?: string;
}

/**
 * The frame of public pages. Signing in on such a page replaces only the header and keeps the page mounted. A remount
 * would clear the card in the provider's field, which we cannot refill.
 */
export function PublicFrame({
  frame,
  children,
  ...way
}: SignInWay & { frame?: FrameValues | null; children: ReactNode }) {
  if (frame?.staff) return <AppFrame frame={frame}>{children}</AppFrame>;
  return (
    <CustomerPage brand={brand} header={frame ? <CustomerHeader frame={frame} /> : <VisitorHeader {...way} />}>
      {children}
    </CustomerPage>
  );
}

function VisitorHeader({ signInHref, signInForm }: SignInWay) {
  return (
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
  );
}
