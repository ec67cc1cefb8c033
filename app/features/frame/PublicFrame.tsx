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
  /** Left out where nobody needs to sign in. */
  signInHref?: string;
  /** The checkout's form: its own way in keeps what was chosen. */
  signInForm?: string;
}

/**
 * The frame of pages that everybody may open. Who signs in on the way gets another header and nothing else: the page below
 * goes on, and with it the card that was typed into the provider's field, which nobody but the provider could fill again.
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

/** The logo and the way in. */
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
