import { z } from "zod";
import { ForgotPasswordInput, SignInInput, SignUpInput, UpdatePasswordInput } from "~/domain/accounts/accountInputs";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { countryNames } from "~/domain/accounts/countries";
import { findCurrentUser } from "~/domain/accounts/findCurrentUser";
import { renewSession } from "~/domain/accounts/renewSession";
import { requestPasswordReset } from "~/domain/accounts/requestPasswordReset";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { readProof, type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { signIn } from "~/domain/accounts/signIn";
import { signOut } from "~/domain/accounts/signOut";
import { signUp } from "~/domain/accounts/signUp";
import { updatePassword } from "~/domain/accounts/updatePassword";
import type { UserRecord } from "~/domain/accounts/userRecord";
import { noClickCookie } from "~/domain/attribution/clickCookie";
import { clientOptions } from "~/domain/clients/clientOptions";
import type { Context, TokenUser } from "~/domain/context";
import { Forbidden } from "~/domain/errors";
import { clientTypes, privileges, roles, userStatuses } from "~/domain/roles";
import { clickOf } from "~/http/referralCookies.server";
import { paths } from "~/paths";
import { type Endpoint, endpoint } from "./endpoint";

export const tokens = z.object({ jwtToken: z.string(), refreshToken: z.string() });
const message = z.object({ message: z.string() });

/** The user with the fields that clients add. */
export const userEntity = z.object({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  privileges: z.enum(privileges).nullable(),
  photoUrl: z.string().nullable(),
  phoneNo: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  firstLogin: z.boolean(),
  affiliate: z.boolean(),
  affiliateCode: z.string().nullable(),
  userStatus: z.enum(userStatuses),
  clientType: z.enum(clientTypes).nullable(),
  lastLogin: z.string().nullable(),
  createdTime: z.string(),
  version: z.number(),
});

export function toApiUser({
  id,
  photoKey,
  lastLogin,
  createdAt,
  company: _company,
  taxId: _taxId,
  ...user
}: UserRecord): z.infer<typeof userEntity> {
  return {
    _id: id,
    ...user,
    photoUrl: photoKey ? paths.file(photoKey) : null,
    lastLogin: lastLogin === null ? null : new Date(lastLogin).toISOString(),
    createdTime: new Date(createdAt).toISOString(),
  };
}

export async function tokensOf(ctx: Context, proof: SessionProof, { id, role }: TokenUser) {
  const { sessionId, generation } = proof;
  return {
    jwtToken: await ctx.signer.accessToken({ sessionId, generation, user: { id, role } }, ctx.now + ACCESS_MS),
    refreshToken: writeProof(proof),
  };
}

export const userRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/user/signIn",
    permission: "account.signIn",
    summary: "Sign in. With two-factor sign-in, fails with 401 for `code` until the code is sent too.",
    input: SignInInput,
    output: tokens,
    run: async (ctx, input) => {
      const { proof, userId, role } = await signIn(ctx, input, "api");
      return tokensOf(ctx, proof, { id: userId, role });
    },
  }),
  endpoint({
    method: "POST",
    path: "/user/signUp",
    permission: "account.signUp",
    summary: "Create a customer account",
    input: SignUpInput,
    output: message.extend({ _id: z.string() }),
    run: async (ctx, input, { request, setCookies }) => {
      const click = await clickOf(ctx, request);
      const { userId } = await signUp(ctx, input, { click, affiliateSeen: null });
      if (click.state !== "none") setCookies.push(noClickCookie(ctx.siteUrl));
      return { _id: userId, message: "Account created successfully" };
    },
  }),
  endpoint({
    method: "GET",
    path: "/user/resetPassword",
    changes: true,
    permission: "account.resetPassword",
    summary: "Request a reset link. The response does not reveal whether the address exists.",
    input: ForgotPasswordInput,
    output: message,
    run: async (ctx, input) => {
      await requestPasswordReset(ctx, input);
      return { message: "Check your email" };
    },
  }),
  endpoint({
    method: "POST",
    path: "/user/updatePassword",
    permission: "account.resetPassword",
    summary: "Set a new password with the token from a reset link",
    input: UpdatePasswordInput,
    output: message,
    run: async (ctx, input) => {
      await updatePassword(ctx, input);
      return { message: "Password reset successfully" };
    },
  }),
  endpoint({
    method: "GET",
    path: "/user/refreshToken",
    changes: true,
    permission: "account.refresh",
    summary: "Exchange a refresh token for new tokens. Reusing an old one ends the session (403).",
    input: z.object({ token: z.string().max(200) }),
    output: tokens,
    run: async (ctx, { token }) => {
      await consumeRateLimit(ctx, "refresh");
      const renewal = await renewSession(ctx, readProof(token), { kind: "api", force: true });
      if (renewal.state === "refused") throw new Forbidden("Please sign in again");
      return tokensOf(ctx, renewal.proof!, renewal.found.user);
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/user/session",
    permission: "account.signOut",
    summary: "End the session of this token: its access and refresh tokens become useless",
    output: z.object({}),
    run: async (ctx) => {
      await signOut(ctx);
      return {};
    },
  }),
  endpoint({
    method: "GET",
    path: "/user/detail",
    permission: "account.current",
    summary: "Get the signed-in user",
    output: userEntity,
    run: async (ctx) => toApiUser(await findCurrentUser(ctx)),
  }),
  endpoint({
    method: "GET",
    path: "/user/dropDown/{text}",
    permission: "clients.read",
    summary: "List up to 20 clients whose name or email address contains the text (2 characters or more)",
    input: z.object({ text: z.string().max(200) }),
    output: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
    run: async (ctx, { text }) =>
      (await clientOptions(ctx, text)).map(({ id, name, email }) => ({ _id: id, name, email })),
  }),
  endpoint({
    method: "GET",
    path: "/user/countries",
    permission: "account.countries",
    summary: "List country names",
    output: z.array(z.string()),
    run: async () => countryNames,
  }),
];
