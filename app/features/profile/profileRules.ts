import { OwnNameInput, ProfileInput } from "~/domain/accounts/accountInputs";
import { parseForm } from "~/ui/form/parseForm";

/** The name can be saved without the address, which needs more. */
export const profileSchema = (formData: FormData) => (formData.get("section") === "name" ? OwnNameInput : ProfileInput);

export const profileRules = (formData: FormData) =>
  parseForm(formData, profileSchema(formData)) as ReturnType<typeof parseForm<typeof ProfileInput>>;
