/**
 * The first line of a mail, 'Hello Ada,'. Anyone can sign up with another person's address, so names that mail
 * programs would turn into a link are left out.
 */
export const greeting = (firstName: string) => (/[.:/@]/.test(firstName) ? "Hello," : `Hello ${firstName},`);
