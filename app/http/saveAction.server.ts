import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { Permission } from "~/domain/access";
import { agencyZone, type Context } from "~/domain/context";
import { namesOf, type RecordFields, valuesFromForm } from "~/domain/records/recordFields";
import { recordHolder } from "~/domain/records/saveRecord";
import type { UploadKind } from "~/files/uploadKinds";
import type { HistoryEntity } from "~db/schema/history";
import { idParam, orNotFound } from "./orNotFound.server";
import { pageContext } from "./pageContext.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { submitFormWithFiles } from "./submitFormWithFiles.server";

interface RecordPages<Schema extends z.ZodType> {
  entity: HistoryEntity;
  fields: RecordFields;
  schema: Schema;
  /** The list that a save leads to, with one of these toasts. */
  list: string;
  created: string;
  updated: string;
}

/**
 * The action of the pages that write a new record and a stored one, whose id is the address's only parameter.
 * `operation` saves it. A missing or hidden record is a 404.
 */
export function saveAction<Schema extends z.ZodType<object>>(
  permission: Permission,
  { entity, fields, schema, list, created, updated }: RecordPages<Schema>,
  operation: (ctx: Context, input: z.output<Schema> & { id?: string }) => Promise<unknown>,
) {
  const [fileName = ""] = namesOf(fields, "upload");
  const [laterDay] = namesOf(fields, "lastDay");
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const ctx = await pageContext(args, permission);
    const { portal } = args.context;
    const [id] = Object.values(args.params).map(idParam);
    const files = {
      kind: fields[fileName]?.file as UploadKind,
      fields: fileName,
      use: id ? { attachedTo: recordHolder(entity, id) } : {},
    };
    const save = async (typed: z.output<Schema>) => {
      await orNotFound(operation(ctx, { ...valuesFromForm(fields, typed, agencyZone(ctx)), id }));
      return await redirectWithToast(portal, list, id ? updated : created);
    };
    return await submitFormWithFiles(portal, files, schema, save, { laterDay });
  };
}
