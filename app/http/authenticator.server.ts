import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { SignInInput } from "~/domain/accounts/accountInputs";
import { signIn } from "~/domain/accounts/signIn";
import { enterOrAskCode } from "./enterOrAskCode.server";
import type { PortalRequest } from "./portalRequest.server";
import { readForm } from "./readForm.server";
import { submitForm } from "./submitForm.server";

/** The strategy's own reading has no limits. */
class BoundedForm extends FormStrategy<Response> {
  override async authenticate(request: Request) {
    return await this.verify({ form: await readForm(request), request });
  }
}

/**
 * The ways to sign in to pages, carried by remix-auth (rules.md sessions/lifetimes): `form` takes an address and a
 * password. What it resolves with is the answer: into the portal, or the same page with what was wrong.
 */
export const authenticator = (portal: PortalRequest) =>
  new Authenticator<Response>().use(
    new BoundedForm(({ form }) =>
      submitForm(portal, form, SignInInput, async (input) =>
        enterOrAskCode(portal, signIn(portal.ctx, input, "page"), form.get("redirectUrl")),
      ),
    ),
    "form",
  );
