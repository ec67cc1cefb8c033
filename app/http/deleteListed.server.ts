import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Permission } from "~/domain/access";
import type { Context } from "~/domain/context";
import { deleteAction } from "./deleteAction.server";
import { listBehind } from "./listBehind.server";
import { idParam, orNotFound } from "./orNotFound.server";
import { pageContext } from "./pageContext.server";

/** The dialog over a list that deletes the record whose id is the address's only parameter. */
interface Listed {
  list: string;
  /** The toast. */
  deleted: string;
}

const idOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => idParam(Object.values(params)[0]);

export const deleteListedLoader =
  (permission: Permission, { list }: Listed, read: (ctx: Context, id: string) => Promise<{ name: string }>) =>
  async (args: LoaderFunctionArgs) => {
    const ctx = await pageContext(args, permission);
    const { name } = await orNotFound(read(ctx, idOf(args)));
    return { name, back: listBehind(args.request, list) };
  };

export const deleteListedAction = (
  permission: Permission,
  { list, deleted }: Listed,
  operation: (ctx: Context, id: string) => Promise<void>,
) =>
  deleteAction(
    permission,
    (ctx, params) => operation(ctx, idOf({ params })),
    ({ request }) => ({ path: listBehind(request, list), text: deleted }),
  );
