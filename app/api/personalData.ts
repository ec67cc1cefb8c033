import { z } from "zod";
import { OwnDeletionInput } from "~/domain/personalData/deletionInput";
import { downloadPersonalData } from "~/domain/personalData/downloadPersonalData";
import { requestOwnDeletion } from "~/domain/personalData/requestDeletion";
import { undoOwnDeletion } from "~/domain/personalData/undoDeletion";
import { zipStream } from "~/exports/zipStream";
import { zipStreamResponse } from "~/http/zipResponse";
import { paths } from "~/paths";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const TOO_LARGE = "There is more data than one zip can hold.";

export const personalDataRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/user/data",
    changes: true,
    permission: "personalData.own",
    summary:
      "Download everything that concerns you as .zip. A large one answers JSON: the page where it will be ready.",
    output: z.union([z.string().meta({ format: "binary" }), z.object({ exportUrl: z.string() })]),
    run: async (ctx) => {
      const data = await downloadPersonalData(ctx);
      if ("exportId" in data) return { exportUrl: ctx.siteUrl + paths.export(data.exportId) };
      return zipStreamResponse(data.name, zipStream(data.files, ctx.now, TOO_LARGE));
    },
  }),
  endpoint({
    method: "POST",
    path: "/user/delete",
    permission: "personalData.own",
    summary: "Delete your account in 14 days, with your password. Until then it can be undone.",
    input: OwnDeletionInput,
    output: z.object({ message: z.string(), deletionTime: z.string() }),
    run: async (ctx, input) => ({
      deletionTime: isoTime(await requestOwnDeletion(ctx, input)),
      message: "Your account will be deleted in 14 days",
    }),
  }),
  endpoint({
    method: "POST",
    path: "/user/delete/undo",
    permission: "personalData.own",
    summary: "Undo the deletion of your account",
    input: z.object({}),
    output: z.object({ message: z.string() }),
    run: async (ctx) => {
      await undoOwnDeletion(ctx);
      return { message: "The deletion was undone" };
    },
  }),
];
