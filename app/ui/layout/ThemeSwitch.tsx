import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../form/IconButton";
import { PreferenceForm } from "./PreferenceForm";
import type { Theme } from "./shellProps";

const choices = [
  { theme: "system", label: "System theme", Icon: Monitor },
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
] as const;

/** Posts `theme` to the preferences route, which stores it in a cookie. */
export function ThemeSwitch({ theme, action }: { theme: Theme; action: string }) {
  const [chosen, setChosen] = useState(theme);
  return (
    <PreferenceForm action={action}>
      <div className="theme-switch">
        <span>Theme</span>
        <div>
          {choices.map(({ theme: value, label, Icon }) => (
            <IconButton
              key={value}
              type="submit"
              name="theme"
              value={value}
              size={1}
              label={label}
              aria-pressed={chosen === value}
              icon={<Icon className="icon" size={16} />}
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
