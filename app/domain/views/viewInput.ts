import { z } from "zod";
import { requiredLine } from "../textFields";
import { MAX_ADDRESS } from "./viewAddress";

export const MAX_VIEWS = 50;

const name = requiredLine("Enter a name", 60);
const team = z.boolean().default(false);
const version = z.number().int().min(1);

/** The form 'Save view'. The address of the list is in the page's own. */
export const SaveViewForm = z.object({ name, team });
export const SaveViewInput = SaveViewForm.extend({ address: z.string().max(MAX_ADDRESS) });
export type SaveViewInput = z.output<typeof SaveViewInput>;
export const ChangeViewInput = SaveViewForm.extend({ version });
export type ChangeViewInput = z.output<typeof ChangeViewInput>;
