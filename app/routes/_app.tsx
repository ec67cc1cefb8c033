import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { CatalogueArriving } from "~/features/catalogue/CatalogueArriving";
import { AppFrame } from "~/features/frame/AppFrame";
import { type Frame, frameOf } from "~/features/frame/frame.server";
import { ListArriving } from "~/features/frame/ListArriving";
import { pageContext } from "~/http/pageContext.server";

export { FramedError as ErrorBoundary } from "~/features/frame/FramedError";
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
      {frame.staff ? <ListArriving /> : <CatalogueArriving />}
      <Outlet />
    </AppFrame>
  );
}
