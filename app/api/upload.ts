import { z } from "zod";
import { isStaff } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { readMultipart } from "~/files/readMultipart";
import { storeUpload } from "~/files/storeUpload";
import { isUploadKind } from "~/files/uploadKinds";
import { type Endpoint, endpoint, fileForm } from "./endpoint";

export const uploadRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/upload",
    permission: "files.upload",
    summary:
      "Upload a file of a `kind` in the upload table (default: a template for staff, a project file for customers)",
    form: fileForm.extend({ kind: z.string().optional() }),
    output: z.object({ url: z.string(), name: z.string(), size: z.number() }),
    run: async (ctx, _input, { request }) => {
      const form = await readMultipart(request);
      const file = form.get("file");
      const kind = form.get("kind") ?? (isStaff(ctx.actor) ? "serviceTemplate" : "projectFile");
      if (typeof kind !== "string" || !isUploadKind(kind))
        throw new Invalid("This kind of upload does not exist", "kind");
      if (!file || typeof file === "string") throw new Invalid("A file is required", "file");
      const { url, name, size } = await storeUpload(ctx, kind, file);
      return { url, name, size };
    },
  }),
];
