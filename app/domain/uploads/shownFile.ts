import { eq } from "drizzle-orm";
import { uploads } from "~db/schema";
import type { Context } from "../context";
import { fileAddress } from "./fileAddress";

/** A file as a form field shows it. `size` in bytes. */
export interface ShownFile {
  key: string;
  url: string;
  name: string;
  size: number;
  /** True when it can be shown as an image. */
  picture: boolean;
}

export async function shownFile(ctx: Context, key: string | null): Promise<ShownFile | null> {
  if (key === null) return null;
  const file = await ctx.db
    .select({ key: uploads.key, name: uploads.fileName, size: uploads.size, type: uploads.contentType })
    .from(uploads)
    .where(eq(uploads.key, key))
    .get();
  if (!file) return null;
  const { type, ...shown } = file;
  return { ...shown, url: fileAddress(file.key), picture: type.startsWith("image/") };
}
