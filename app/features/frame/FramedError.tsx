import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { paths } from "~/paths";
import { FrameError, PageError } from "./FrameError";
import { PublicFrame } from "./PublicFrame";
import type { FrameValues } from "./useFrame";

type Framed = { frame?: FrameValues | null };

/** The error of a page inside its frame, so that the menu stays in place. */
export function FramedError() {
  const error = useRouteError();
  const inApp = useRouteLoaderData<Framed>("routes/_app");
  const inOpen = useRouteLoaderData<Framed>("routes/_open");
  const { pathname, search } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const read = inApp ?? inOpen;
  // An unknown path has no layout: its frame comes with the error.
  const frame = read ? read.frame : missing ? (error.data as Framed | null)?.frame : null;
  if (!read && !frame) return <FrameError />;
  return (
    <PublicFrame frame={frame ?? null} signInHref={paths.signIn(pathname + search)}>
      <PageError />
    </PublicFrame>
  );
}
