import { json } from "@remix-run/cloudflare";
import { ConfirmTwoFactorInput, EnableTwoFactorInput } from "~/domain/accounts/accountInputs";
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, twoFactorSetup } from "~/domain/accounts/twoFactor";
import type { Context } from "~/domain/context";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { type QrCode, qrCode } from "./qrCode.server";

interface TwoFactorExtra {
  /** New recovery codes: on this one answer and nowhere else. */
  codes: string[];
  /** The set-up that was scanned, so that the next code fits it. */
  setup: { setup: string; secret: string; qr: QrCode };
}

/** A code is as good as a password for half a minute, a recovery code for longer. */
const secret = ["code"];

export type TwoFactorAnswer = FormAnswer<Record<string, unknown>, TwoFactorExtra>;

/**
 * Answers the forms of /profile/two-factor. Codes are shown by the post itself: no page that could be opened again
 * holds them.
 */
export async function answerTwoFactor(portal: PortalRequest, ctx: Context): Promise<Response> {
  const form = await readForm(portal.request);
  const shown = (codes: string[]) => json<TwoFactorAnswer>({ codes }, { headers: { "Cache-Control": "no-store" } });
  switch (form.get("intent")) {
    case "enable": {
      const { address, ...setup } = await twoFactorSetup(ctx, String(form.get("setup") ?? ""));
      const answer = { setup: { ...setup, qr: qrCode(address) } };
      return await submitForm(
        portal,
        form,
        EnableTwoFactorInput,
        async (input) => shown(await enableTwoFactor(ctx, input)),
        { answer, secret },
      );
    }
    case "renew":
      return await submitForm(
        portal,
        form,
        ConfirmTwoFactorInput,
        async (input) => shown(await renewRecoveryCodes(ctx, input)),
        { secret },
      );
    case "disable":
      return await submitForm(
        portal,
        form,
        ConfirmTwoFactorInput,
        async (input) => {
          await disableTwoFactor(ctx, input);
          return await redirectWithToast(portal, paths.profile(), "Two-factor sign-in is off");
        },
        { secret },
      );
    default:
      throw new Response(null, { status: 400 });
  }
}
