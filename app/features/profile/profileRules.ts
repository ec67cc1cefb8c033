import { parseWithZod } from "@conform-to/zod/v4";
import { ProfileInput } from "~/domain/accounts/accountInputs";

export const profileRules = (formData: FormData) => parseWithZod(formData, { schema: ProfileInput });
