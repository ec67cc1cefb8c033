import type { AccentPalette } from "~/domain/settings";
import { colorOf, readPalette } from "~/domain/settings/accentPalette";
import "./settings.css";

/** Words on a button, and links, in the theme's own scale. */
const defaults = {
  light: { ink: "#ffffff", text: "#3a5bc7" },
  dark: { ink: "#ffffff", text: "#9eb1ff" },
};
const modes = [
  { mode: "light", label: "Light", page: "#ffffff", words: "#1c2024" },
  { mode: "dark", label: "Dark", page: "#111113", words: "#edeef0" },
] as const;

/** How the saved accent looks in both modes, and what was changed to keep text readable. */
export function AccentPreview({ accent, palette }: { accent: string; palette: AccentPalette | null }) {
  const scales = readPalette(palette);
  const looks = modes.map((one) => {
    const scale = scales?.[one.mode];
    return {
      ...one,
      ...(scale
        ? { solid: colorOf(scale, "9"), ink: colorOf(scale, "contrast"), text: colorOf(scale, "11") }
        : { solid: accent, ...defaults[one.mode] }),
    };
  });
  const changed = looks.filter(({ solid }) => scales && solid !== accent);
  return (
    <div className="accent-preview">
      <p className="field-label">Saved color</p>
      <ul className="accent-modes">
        {looks.map(({ mode, label, page, words, solid, ink, text }) => (
          <li key={mode} style={{ background: page, color: words }}>
            <span>{label}</span>
            <span className="accent-button" style={{ background: solid, color: ink }}>
              Button
            </span>
            <span style={{ color: text, textDecoration: "underline" }}>Link</span>
          </li>
        ))}
      </ul>
      {changed.map(({ mode, label, solid }) => (
        <p key={mode}>
          {label} mode uses {solid} for buttons, because {accent} is hardly visible on its page.
        </p>
      ))}
      <p className="muted small">
        Links are {looks.map(({ text, label }) => `${text} in ${label.toLowerCase()} mode`).join(", ")}. All text has a
        contrast of at least 4.5 to 1.
      </p>
    </div>
  );
}
