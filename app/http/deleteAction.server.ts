import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Permission } from "~/domain/access";
import type { Context } from "~/domain/context";
import { idParam, orNotFound } from "./orNotFound.server";
import { pageContext } from "./pageContext.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { submitForm } from "./submitForm.server";

const nothing = z.object({});

/**
 * The action of a page that deletes one record. `operation` deletes it, `back` is the page and the toast after it, and
 * `schema` reads what the form sends, such as the version. A missing or hidden record is a 404.
 */
export function deleteAction<Schema extends z.ZodType = typeof nothing>(
  permission: Permission,
  operation: (ctx: Context, params: ActionFunctionArgs["params"], input: z.output<Schema>) => Promise<unknown>,
  back: (args: ActionFunctionArgs) => { path: string; text: string },
  schema?: Schema,
) {
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const ctx = await pageContext(args, permission);
    const { portal } = args.context;
    // A malformed id is a 404, whatever the form holds.
    for (const part of Object.values(args.params)) idParam(part);
    return await submitForm(portal, args.request, schema ?? nothing, async (input) => {
      await orNotFound(operation(ctx, args.params, input as z.output<Schema>));
      const { path, text } = back(args);
      return await redirectWithToast(portal, path, text);
    });
  };
}
