import { parse } from "tldts";
import { fullName } from "~/format/names";

/** Mail programs make a link of an address with a scheme, of a mail address, and of a host under a real ending. */
const isLink = (word: string) => {
  if (/@|www\.|\w:[^\s]/i.test(word)) return true;
  const { isIcann, isIp, domain } = parse(word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  return isIp === true || (isIcann === true && domain !== null);
};

/** Anyone can sign up with another person's address, and mail programs turn such names into a link. */
export const readsAsLink = (name: string) =>
  name
    .replace(/[.。．｡]/gu, ".")
    .split(/[\s,;()<>"]+/)
    .some((word) => word !== "" && isLink(word));

/** The first line of a mail, 'Hello Ada,', without a name that is empty or reads as a link. */
export const greeting = (firstName: string) =>
  firstName === "" || readsAsLink(firstName) ? "Hello," : `Hello ${firstName},`;

/** A client's name in a notification, which is also a mail's subject (rules.md notifications/names). */
export function nameInNotifications(client: { firstName: string; lastName: string }) {
  const name = fullName(client);
  return name === "" || readsAsLink(name) ? "A client" : name;
}
