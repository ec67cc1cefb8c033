import { z } from "zod";
import { ProfileCall } from "~/domain/accounts/accountInputs";
import { updateProfile } from "~/domain/accounts/updateProfile";
import type { Context } from "~/domain/context";
import { DomainError, Invalid } from "~/domain/errors";
import { keyOfFileAddress } from "~/domain/uploads/fileAddress";
import { readMultipart } from "~/files/readMultipart";
import { storeUpload } from "~/files/storeUpload";
import { type Endpoint, endpoint, fileForm } from "./endpoint";
import { toApiUser, tokens, tokensOf, userEntity } from "./user";

/** Absent keeps the photo; null or empty removes it. */
function photoKeyOf(ctx: Context, photoUrl: string | null | undefined) {
  if (photoUrl === undefined) return undefined;
  if (!photoUrl) return null;
  const key = keyOfFileAddress(photoUrl, ctx.siteUrl);
  if (!key) throw new Invalid("This is not the address of an uploaded file", "photoUrl");
  return key;
}

/** Renames `photoKey` errors to the API's field name. */
function asPhotoUrl(error: unknown): never {
  if (error instanceof DomainError && error.fieldErrors?.photoKey) throw new Invalid(error.message, "photoUrl");
  throw error;
}

export const profileRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/user/update",
    permission: "account.profile",
    summary:
      "Update your details. A new `password` requires `currentPassword`, ends all sessions and returns new tokens.",
    input: ProfileCall,
    output: userEntity.extend({ message: z.string(), ...tokens.partial().shape }),
    run: async (ctx, { photoUrl, ...input }) => {
      const saved = await updateProfile(ctx, { ...input, photoKey: photoKeyOf(ctx, photoUrl) }, "api").catch(
        asPhotoUrl,
      );
      return {
        ...toApiUser(saved.user),
        message: "Profile updated successfully",
        ...(saved.proof ? await tokensOf(ctx, saved.proof, saved.user) : {}),
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/user/upload/image",
    permission: "account.profile",
    summary: "Upload a JPEG photo: form field file. Send its url with /user/update to use it.",
    form: fileForm,
    output: z.object({ url: z.string() }),
    run: async (ctx, _input, { request }) => {
      const file = (await readMultipart(request)).get("file");
      if (!file || typeof file === "string") throw new Invalid("A file is required", "file");
      return { url: (await storeUpload(ctx, "profilePhoto", file)).url };
    },
  }),
];
