import { eq } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Unauthenticated } from "../errors";
import { type UserRecord, userRecord } from "./userRecord";

export interface OwnProfile extends UserRecord {
  /** For the upload field. `size` in bytes. */
  photo: { key: string; name: string; size: number } | null;
}

/** The actor's own record with its photo, for /profile. Throws Unauthenticated when it was deleted. */
export async function ownProfile(ctx: Context): Promise<OwnProfile> {
  authorize(ctx, "account.profile");
  const user = await userRecord(ctx, actorId(ctx)).get();
  if (!user) throw new Unauthenticated();
  const photo = user.photoKey
    ? await ctx.db
        .select({ key: uploads.key, name: uploads.fileName, size: uploads.size })
        .from(uploads)
        .where(eq(uploads.key, user.photoKey))
        .get()
    : null;
  return { ...user, photo: photo ?? null };
}
