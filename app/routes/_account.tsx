import { Outlet } from "@remix-run/react";
import { brand } from "~/brand";
import { SignedOutShell } from "~/ui/layout/SignedOutShell";

/** Frame of the signed-out account pages: the form beside the testimonial (document 1 section 1). */
export default function AccountFrame() {
  return (
    <SignedOutShell brand={brand}>
      <Outlet />
    </SignedOutShell>
  );
}
