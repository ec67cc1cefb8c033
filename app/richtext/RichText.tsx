import type { SafeHtml } from "./renderRichText";

/** Renders sanitised rich text, styled through the class `rich-text`. */
export function RichText({ html, className }: { html: SafeHtml; className?: string }) {
  return (
    <div
      className={className ? `rich-text ${className}` : "rich-text"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: SafeHtml is made by the allow-list of renderRichText alone
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
