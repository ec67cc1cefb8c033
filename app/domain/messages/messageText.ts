const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The text of a stored message with its line ends, for a page that has no parser. */
export const messageText = (html: string): string =>
  html
    .replace(/>\n+</g, "><")
    .replace(/<li>/g, "- ")
    .replace(/<br\s*\/?>|<\/(?:li|h\d)>/g, "\n")
    .replace(/<\/(?:p|ul|ol)>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
