/**
 * The first line of a mail, 'Hello Ada,'. Leaves out names that mail programs would turn into a link, because anyone
 * can sign up with another person's address and send them a link that way.
 */
export const greeting = (firstName: string) => (/[.:/@]/.test(firstName) ? "Hello," : `Hello ${firstName},`);
