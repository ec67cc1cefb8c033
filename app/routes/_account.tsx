import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useBrand } from "~/features/frame/useBrand";
import { SignedOutShell } from "~/ui/layout/SignedOutShell";

export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";

export function loader({ context: { portal } }: LoaderFunctionArgs) {
  const { testimonials, claims } = portal.ctx.settings.contact;
  return { testimonials, claims };
}

/** Frame of the signed-out account pages: the form next to a testimonial. */
export default function AccountFrame() {
  const { testimonials, claims } = useLoaderData<typeof loader>();
  return (
    <SignedOutShell brand={useBrand()} testimonials={testimonials} claims={claims}>
      <Outlet />
    </SignedOutShell>
  );
}
