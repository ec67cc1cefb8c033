import type { WebLink } from "~/brand";
import type { AccentPalette, BrandImage, Settings } from "../settings";
import { fileAddress } from "../uploads/fileAddress";
import { readPalette } from "./accentPalette";

/** A picture on a page. Pixels. */
export interface ShownPicture {
  url: string;
  width: number;
  height: number;
}

/** What every page shows of the agency. Part of each document, so it stays small. */
export interface ShownBrand {
  name: string;
  supportEmail: string;
  socialLinks: WebLink[];
  legalLinks: WebLink[];
  /** For light grounds, and for dark ones. Left out where there is none. */
  logo?: ShownPicture;
  logoDark?: ShownPicture;
  icon?: ShownPicture;
  /** Left out for the colours of the style sheet. */
  palette?: AccentPalette;
}

const shownPicture = ({ key, width, height }: BrandImage): ShownPicture => ({ url: fileAddress(key), width, height });

export function shownBrand({ brand, contact }: Settings): ShownBrand {
  const { logo, logoDark, icon } = brand;
  const palette = readPalette(brand.palette);
  return {
    name: brand.name,
    supportEmail: contact.supportEmail,
    socialLinks: contact.socialLinks,
    legalLinks: contact.legalLinks,
    ...(logo && { logo: shownPicture(logo) }),
    ...(logoDark && { logoDark: shownPicture(logoDark) }),
    ...(icon && { icon: shownPicture(icon) }),
    ...(palette && { palette }),
  };
}
