import type { SafeHtml } from "./renderRichText";

/** Renders sanitised rich text, styled through the class `rich-text`. */
export function RichText({ html, className }: { html: SafeHtml; className?: string }) {
  return (
    <div
      className={className ? `rich-text ${className}` : "rich-text"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only the allow-list of renderRichText makes SafeHtml
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
