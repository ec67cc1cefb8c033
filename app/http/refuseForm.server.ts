import { json } from "@remix-run/cloudflare";
import { Forbidden } from "~/domain/errors";
import { recordRefusal } from "~/domain/securityEvents/recordSecurityEvent";
import type { AnyFormAnswer } from "~/ui/form/formAnswer";
import type { PortalRequest } from "./portalRequest.server";
import { errorsOfRefusal, refusalOf } from "./refusalOf";

/**
 * Answers a form that failed: `answer` with the error at its field. The page of another person stays as it is, because
 * a reload would show this person's data around the typed text. Rethrows a Response.
 */
export function refuseForm(portal: PortalRequest, error: unknown, answer: AnyFormAnswer = {}, faultText?: string) {
  if (error instanceof Response) throw error;
  if (error instanceof Forbidden) recordRefusal(portal.ctx, new URL(portal.request.url).pathname);
  const refusal = refusalOf(error, faultText);
  const { status, message, details, headers } = refusal;
  return json<AnyFormAnswer>(
    {
      ...answer,
      ...(portal.formOwner ? { failure: message } : {}),
      result: { ...answer.result, error: errorsOfRefusal(refusal) },
      ...(details ? { details } : {}),
    },
    { status, headers },
  );
}
