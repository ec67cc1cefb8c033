import { eq } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import type { BrandImage } from "../settings";
import { bytesOf } from "../uploads/copyUploads";
import { replaceUploads } from "../uploads/usableUploads";
import { type BrandInput, type BrandPicture, brandPictures } from "./brandInput";
import { defaultSettings } from "./defaultSettings";
import { saveSettings, settingsPage } from "./saveSettings";

/** The record that holds the agency's pictures. */
export const BRAND_HOLDER = "settings:brand";
/** The one that holds replaced logos, which invoices of their time print. */
export const EARLIER_LOGOS = "settings:brand:earlier";

/** A printed document unpacks its logo, which costs time and memory for each pixel. */
const MAX_SIDE_PX = 1200;

/**
 * Saves name, accent and pictures of the agency, and makes the accent's scale (rules.md settings/accent,
 * settings/pictures). Throws Invalid at its field for a picture that is too large or cannot be read, Conflict for a
 * stale version.
 */
export async function saveBrand(ctx: Context, { logo, logoDark, icon, ...input }: BrandInput): Promise<void> {
  authorize(ctx, "settings.manage");
  const { values } = await settingsPage(ctx, "brand");
  const keys = { logo, logoDark, icon };
  const pictures = {} as Record<BrandPicture, BrandImage | null>;
  for (const field of brandPictures)
    pictures[field] =
      keys[field] === ""
        ? null
        : keys[field] === values[field]?.key
          ? values[field]
          : await imageOf(ctx, keys[field], field);
  // Loaded here, because a start of the portal should not pay for it.
  const { makePalette } = await import("./makePalette");
  const palette = input.accent === defaultSettings.brand.accent ? null : makePalette(input.accent);
  const attach = brandPictures.some((field) => pictures[field]?.key !== values[field]?.key)
    ? [
        ...keepEarlier(ctx, values.logo, keys),
        ...replaceUploads(ctx, Object.values(keys).filter(Boolean), BRAND_HOLDER),
      ]
    : [];
  await saveSettings(ctx, "brand", { ...input, ...pictures, palette }, attach);
}

function keepEarlier({ db }: Context, logo: BrandImage | null, now: Record<BrandPicture, string>): BatchStatement[] {
  if (logo?.type !== "image/png" || Object.values(now).includes(logo.key)) return [];
  return [db.update(uploads).set({ attachedTo: EARLIER_LOGOS }).where(eq(uploads.key, logo.key))];
}

async function imageOf(ctx: Context, key: string, field: BrandPicture): Promise<BrandImage> {
  const object = await ctx.files.get(key);
  if (!object) throw new Invalid("This file is no longer available. Please upload it again.", field);
  const { imageSize } = await import("image-size");
  const { width, height, type } = sizeOf(imageSize, await bytesOf(object), field);
  if (Math.max(width, height) > MAX_SIDE_PX)
    throw new Invalid(`This picture has ${width} x ${height} pixels. Use at most ${MAX_SIDE_PX} on each side.`, field);
  return { key, type: type === "png" ? "image/png" : "image/webp", width, height };
}

function sizeOf(imageSize: typeof import("image-size").imageSize, bytes: Uint8Array, field: BrandPicture) {
  try {
    const size = imageSize(bytes);
    if (size.width > 0 && size.height > 0) return size;
  } catch {
    // Falls through to the same refusal.
  }
  throw new Invalid("This picture is damaged. Please upload another one.", field);
}
