import { Outlet } from "@remix-run/react";
import { brand } from "~/brand";
import { SignedOutShell } from "~/ui/layout/SignedOutShell";

/** Frame of the signed-out account pages: the form next to a testimonial. */
export default function AccountFrame() {
  return (
    <SignedOutShell brand={brand}>
      <Outlet />
    </SignedOutShell>
  );
}
