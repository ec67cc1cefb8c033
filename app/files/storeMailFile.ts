import type { StoreFile } from "~/domain/inboundMail/keepFiles";
import { storeUpload } from "./storeUpload";

/** Stores a file of an email as one of a message, once for each email. */
export const storeMailFile: StoreFile = (person, file) => storeUpload(person, "messageFile", file, { field: "email" });
