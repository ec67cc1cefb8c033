import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { CatalogueArriving } from "~/features/catalogue/CatalogueArriving";
import { AppFrame } from "~/features/frame/AppFrame";
import { FrameError, PageError } from "~/features/frame/FrameError";
import { type Frame, frameOf } from "~/features/frame/frame.server";
import { pageContext } from "~/http/pageContext.server";

export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "account.frame");
  return { frame: frameOf(args.context.portal) as Frame };
}

/** Frame of every signed-in page: side menu for staff, top navigation for customers. */
export default function App() {
  const { frame } = useLoaderData<typeof loader>();
  return (
    <AppFrame frame={frame}>
      {frame.staff ? null : <CatalogueArriving />}
      <Outlet />
    </AppFrame>
  );
}

/** A page that cannot be read leaves the menu in place. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/_app");
  if (!data) return <FrameError />;
  return (
    <AppFrame frame={data.frame}>
      <PageError />
    </AppFrame>
  );
}
