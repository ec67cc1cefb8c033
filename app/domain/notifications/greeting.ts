import { fullName } from "~/format/names";

/** Anyone can sign up with another person's address, and mail programs turn such names into a link. */
export const readsAsLink = (name: string) => /[.:/@]/.test(name);

/** The first line of a mail, 'Hello Ada,', without a name that is empty or reads as a link. */
export const greeting = (firstName: string) =>
  firstName === "" || readsAsLink(firstName) ? "Hello," : `Hello ${firstName},`;

/** A client's name in a notification, which is also a mail's subject (rules.md notifications/names). */
export function nameInNotifications(client: { firstName: string; lastName: string }) {
  const name = fullName(client);
  return name === "" || readsAsLink(name) ? "A client" : name;
}
