import { ProfileInput } from "~/domain/accounts/accountInputs";
import { parseForm } from "~/ui/form/parseForm";

export const profileRules = (formData: FormData) => parseForm(formData, ProfileInput);
