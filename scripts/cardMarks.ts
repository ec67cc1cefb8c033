/**
 * Simple marks of the accepted cards, 34 by 22, for the sprite of icons. Each has its own colours in light and dark.
 */
const plate = (fill: string) => `<rect x=".5" y=".5" width="33" height="21" rx="3" fill="${fill}" stroke="#8b8d98"/>`;
const word = (text: string, size: number, fill: string, more = "") =>
  `<text x="17" y="15" text-anchor="middle" font-family="Arial,sans-serif" font-weight="700" font-size="${size}" fill="${fill}"${more}>${text}</text>`;

const marks: Record<string, string> = {
  visa: plate("#fff") + word("VISA", 11, "#1434cb", ' font-style="italic"'),
  mastercard:
    plate("#fff") +
    '<circle cx="13" cy="11" r="6.5" fill="#eb001b"/><circle cx="21" cy="11" r="6.5" fill="#f79e1b"/>' +
    '<path fill="#ff5f00" d="M17 5.9a6.5 6.5 0 0 1 0 10.2 6.5 6.5 0 0 1 0-10.2"/>',
  amex: plate("#0a6ebd") + word("AMEX", 9.5, "#fff"),
  discover: `${plate("#fff")}${word("DISCOVER", 5.6, "#1c2024")}<circle cx="28" cy="18" r="2" fill="#f47216"/>`,
};

export const cardSymbols = Object.entries(marks).map(
  ([name, shapes]) => `<symbol id="card-${name}" viewBox="0 0 34 22">${shapes}</symbol>`,
);
