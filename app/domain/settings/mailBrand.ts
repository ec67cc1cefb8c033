import type { Context } from "../context";
import { colorOf, readPalette } from "./accentPalette";
import { defaultButton } from "./defaultSettings";
import { type ShownPicture, shownBrand } from "./shownBrand";

/** What every mail shows of the agency. */
export interface MailBrand {
  name: string;
  /** For light grounds, and for dark ones, with absolute addresses. Left out where there is none. */
  logo?: ShownPicture;
  logoDark?: ShownPicture;
  /** Colours of the main button and the words on it. */
  button: { ground: string; ink: string };
}

/** Pixels. A phone shows a mail about 300 wide. */
const MAX_HEIGHT = 32;
const MAX_WIDTH = 240;

export function mailBrand({ settings, siteUrl }: Pick<Context, "settings" | "siteUrl">): MailBrand {
  const { name, logo, logoDark } = shownBrand(settings);
  const palette = readPalette(settings.brand.palette);
  return {
    name,
    ...(logo && { logo: fitted(siteUrl, logo) }),
    ...(logo && logoDark && { logoDark: fitted(siteUrl, logoDark) }),
    button: palette ? { ground: colorOf(palette.light, "9"), ink: colorOf(palette.light, "contrast") } : defaultButton,
  };
}

function fitted(siteUrl: string, { url, width, height }: ShownPicture): ShownPicture {
  const scale = Math.min(MAX_HEIGHT / height, MAX_WIDTH / width);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { url: siteUrl + url, width: side(width), height: side(height) };
}
