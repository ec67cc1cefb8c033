export { onRequest } from "../app/entry.pages";
