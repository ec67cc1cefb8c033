import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import englishFont from "~fonts/inter-english.woff2?url";
import { userOf, zonesOf } from "./domain/context";
import { shownBrand } from "./domain/settings/shownBrand";
import { BrandHead } from "./features/frame/BrandHead";
import { FrameError } from "./features/frame/FrameError";
import { ZonesContext } from "./features/frame/useZone";
import { writeIn } from "./format/language";
import { languageTable } from "./format/languageTable.server";
import { fullName } from "./format/names";
import { inUtc } from "./format/zones";
import { takeToast } from "./http/portalRequest.server";
import { readPreferences } from "./http/preferences.server";
import { useNonce } from "./nonce";
import { COOKIE_CHECK, paths } from "./paths";
import { REQUEST_ID_META, RequestIdContext } from "./requestId";
import { UnsavedGuard } from "./ui/dialog/UnsavedGuard";
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
    brand: shownBrand(portal.ctx.settings),
    siteUrl: portal.ctx.siteUrl,
    theme: readPreferences(portal).theme,
    zones: zonesOf(portal.ctx),
    /** Absent for American English. */
    language: languageTable(portal.ctx.settings.brand.language) ?? undefined,
    /** For whom the page's forms are drawn: a refused form stays its owner's. */
    formOwner: portal.formOwner ?? userOf(portal.ctx.actor)?.id ?? "",
    actingAs: portal.ctx.actor.kind === "impersonated" ? fullName(portal.ctx.actor.user) : null,
    toasts: toast
      ? [
          {
            id: portal.ctx.requestId,
            text: toast.text,
            tone: toast.tone === "error" ? ("danger" as const) : toast.tone,
            ...(toast.post ? { link: toast.post } : {}),
          },
        ]
      : [],
  };
}

export const links = () => [
  { rel: "preload", href: englishFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
];

export const meta: MetaFunction<typeof loader> = ({ error, data }) => [
  {
    title: [isRouteErrorResponse(error) && error.status === 404 ? "Page not found" : null, data?.brand.name]
      .filter(Boolean)
      .join(" | "),
  },
];

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useNonce();
  const requestId = useContext(RequestIdContext);
  // Before anything below is drawn, the same on the server and in the browser.
  if (data) writeIn(data.language);
  return (
    <html lang="en" data-theme={data?.theme ?? "system"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name={REQUEST_ID_META} content={requestId} suppressHydrationWarning />
        <Meta />
        <Links />
        <BrandHead brand={data?.brand} siteUrl={data?.siteUrl ?? ""} />
      </head>
      <body>
        <ZonesContext.Provider value={data?.zones ?? inUtc}>{children}</ZonesContext.Provider>
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
      <UnsavedGuard />
    </>
  );
}

export { shouldRevalidateFrame as shouldRevalidate } from "~/features/frame/shouldRevalidateFrame";
export { FrameError as ErrorBoundary };
