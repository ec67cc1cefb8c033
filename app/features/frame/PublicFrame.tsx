import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { LinkButton } from "~/ui/form/LinkButton";
import { CustomerPage } from "~/ui/layout/CustomerPage";
import { Logo } from "~/ui/layout/Logo";
import { AppFrame } from "./AppFrame";
import { CustomerHeader } from "./CustomerHeader";
import { useBrand } from "./useBrand";
import type { FrameValues } from "./useFrame";

interface SignInWay {
  /** Where a visitor's logo leads. */
  homeHref?: string;
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
  const brand = useBrand();
  if (frame?.staff) return <AppFrame frame={frame}>{children}</AppFrame>;
  return (
    <CustomerPage brand={brand} header={frame ? <CustomerHeader frame={frame} /> : <VisitorHeader {...way} />}>
      {children}
    </CustomerPage>
  );
}

function VisitorHeader({ homeHref = paths.home(), signInHref, signInForm }: SignInWay) {
  const brand = useBrand();
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        <Link className="logo" to={homeHref}>
          <Logo {...brand} />
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
