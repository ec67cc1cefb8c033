/** The hidden fields that every form of ours carries. */
export const FORM_KEY = "formKey";
export const FORM_OWNER = "formOwner";
