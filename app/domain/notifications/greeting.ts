/**
 * First line of a mail, 'Hello Ada,'. Anybody can sign up under an address that is not theirs, and a name that mail programs
 * would make a link of is then a stranger's message to its owner: such a name is left out.
 */
export const greeting = (firstName: string) => (/[.:/@]/.test(firstName) ? "Hello," : `Hello ${firstName},`);
