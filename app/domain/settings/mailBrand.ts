import type { Context } from "../context";
import { colorOf, readPalette } from "./accentPalette";
import { defaultButton } from "./defaultSettings";
import { shownBrand } from "./shownBrand";

/** What every mail shows of the agency. */
export interface MailBrand {
  name: string;
  /** Absolute addresses for light and dark grounds, with the width in pixels; left out where there is no logo. */
  logo?: { url: string; darkUrl?: string; width: number };
  /** Colours of the main button and the words on it. */
  button: { ground: string; ink: string };
}

/** Pixels. */
export const MAIL_LOGO_HEIGHT = 32;

export function mailBrand({ settings, siteUrl }: Pick<Context, "settings" | "siteUrl">): MailBrand {
  const { name, logo, logoDark } = shownBrand(settings);
  const palette = readPalette(settings.brand.palette);
  return {
    name,
    ...(logo && {
      logo: {
        url: siteUrl + logo.url,
        ...(logoDark && { darkUrl: siteUrl + logoDark.url }),
        width: Math.round((MAIL_LOGO_HEIGHT * logo.width) / logo.height),
      },
    }),
    button: palette ? { ground: colorOf(palette.light, "9"), ink: colorOf(palette.light, "contrast") } : defaultButton,
  };
}
