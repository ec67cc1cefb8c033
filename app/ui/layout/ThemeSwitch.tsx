import { useState } from "react";
import { IconButton } from "../form/IconButton";
import { Icon } from "../icon/Icon";
import { PreferenceForm } from "./PreferenceForm";
import type { Theme } from "./shellProps";

const choices = [
  { theme: "system", label: "System theme", icon: "monitor" },
  { theme: "light", label: "Light theme", icon: "sun" },
  { theme: "dark", label: "Dark theme", icon: "moon" },
] as const;

/** Posts `theme` to the preferences route, which stores it in a cookie. */
export function ThemeSwitch({ theme, action }: { theme: Theme; action: string }) {
  const [chosen, setChosen] = useState(theme);
  return (
    <PreferenceForm action={action}>
      <div className="theme-switch">
        <span>Theme</span>
        <div>
          {choices.map(({ theme: value, label, icon }) => (
            <IconButton
              key={value}
              type="submit"
              name="theme"
              value={value}
              size={1}
              label={label}
              aria-pressed={chosen === value}
              icon={<Icon name={icon} />}
              onClick={() => {
                document.documentElement.dataset.theme = value;
                setChosen(value);
              }}
            />
          ))}
        </div>
      </div>
    </PreferenceForm>
  );
}
