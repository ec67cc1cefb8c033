import { useMatches } from "@remix-run/react";
import type { AccentPalette } from "~/domain/settings";
import { accentTokens } from "~/domain/settings/accentPalette";
import type { ShownBrand } from "~/domain/settings/shownBrand";
import { useNonce } from "~/nonce";

interface BrandHeadProps {
  /** Undefined on an error page whose root loader failed too. */
  brand: ShownBrand | undefined;
  siteUrl: string;
}

/** What a shared page's loader answers (`sharedPage`). */
type SharedData = { shared?: { image?: string | null } } | null | undefined;

/** The agency's icon, picture for links that people share unless the page has one of its own, and accent. */
export function BrandHead({ brand, siteUrl }: BrandHeadProps) {
  const nonce = useNonce();
  const { icon, logo, palette } = brand ?? {};
  const hasPicture = useMatches().some(({ data }) => Boolean((data as SharedData)?.shared?.image));
  const shared = hasPicture ? null : (logo ?? icon);
  return (
    <>
      {icon ? <link rel="icon" href={icon.url} /> : <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      {shared ? <meta property="og:image" content={siteUrl + shared.url} /> : null}
      {palette ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: readPalette has checked that each value is a colour.
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: accentStyle(palette) }} />
      ) : null}
    </>
  );
}

/** As in the style sheet: dark colours on screens alone, by the person's choice or their system's. */
function accentStyle({ light, dark }: AccentPalette) {
  const tokens = (scale: readonly string[]) =>
    accentTokens.map((token, index) => `--accent-${token}:${scale[index]}`).join(";");
  return (
    `:root{${tokens(light)}}@media screen{[data-theme="dark"]{${tokens(dark)}}}` +
    `@media screen and (prefers-color-scheme:dark){[data-theme="system"]{${tokens(dark)}}}`
  );
}
