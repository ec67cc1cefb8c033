import latinFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { brand } from "./brand";
import { userOf } from "./domain/context";
import { FrameError } from "./features/frame/FrameError";
import { fullName } from "./format/names";
import { takeToast } from "./http/portalRequest.server";
import { readPreferences } from "./http/preferences.server";
import { useNonce } from "./nonce";
import { COOKIE_CHECK, paths } from "./paths";
import { REQUEST_ID_META, RequestIdContext } from "./requestId";
import { NavigationProgress } from "./ui/feedback/NavigationProgress";
import { Toasts } from "./ui/feedback/Toasts";
import { BackToAdmin } from "./ui/layout/BackToAdmin";
import { DeferredScripts } from "./ui/layout/DeferredScripts";
import { RouteAnnouncer } from "./ui/layout/RouteAnnouncer";
import "./styles/app.css";

export async function loader({ request, context: { portal } }: LoaderFunctionArgs) {
  // The sign-in page only leads on, so the toast is for the page after it.
  const leadsOn = portal.session !== null && new URL(request.url).searchParams.has(COOKIE_CHECK);
  const toast = leadsOn ? null : await takeToast(portal);
  return {
    theme: readPreferences(portal).theme,
    /** For whom the page's forms are drawn: a refused form stays its owner's. */
    formOwner: portal.formOwner ?? userOf(portal.ctx.actor)?.id ?? "",
    actingAs: portal.ctx.actor.kind === "impersonated" ? fullName(portal.ctx.actor.user) : null,
    toasts: toast
      ? [
          {
            id: portal.ctx.requestId,
            text: toast.text,
            tone: toast.tone === "error" ? ("danger" as const) : toast.tone,
          },
        ]
      : [],
  };
}

export const links = () => [
  { rel: "preload", href: latinFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = ({ error }) => [
  { title: isRouteErrorResponse(error) && error.status === 404 ? `Page not found | ${brand.name}` : brand.name },
];

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useNonce();
  const requestId = useContext(RequestIdContext);
  return (
    <html lang="en" data-theme={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name={REQUEST_ID_META} content={requestId} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {data?.actingAs ? <BackToAdmin action={paths.backToAdmin()} name={data.actingAs} /> : null}
        <Toasts toasts={data?.toasts ?? []} />
        <RouteAnnouncer />
        <ScrollRestoration nonce={nonce} />
        <DeferredScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";
export { FrameError as ErrorBoundary };
