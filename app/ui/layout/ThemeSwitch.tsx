import { useLocation } from "@remix-run/react";
import { Monitor, Moon, Sun } from "lucide-react";
import { Form } from "~/ui/form/Form";
import { IconButton } from "../form/IconButton";
import type { Theme } from "./shellProps";

const choices = [
  { theme: "system", label: "System theme", Icon: Monitor },
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
] as const;

/** Posts `theme` and `returnTo` to the preferences route, which keeps it in a cookie; script shows it at once. */
export function ThemeSwitch({ theme, action }: { theme: Theme; action: string }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={action} replace preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
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
              aria-pressed={theme === value}
              icon={<Icon className="icon" size={16} />}
              onClick={() => {
                document.documentElement.dataset.theme = value;
              }}
            />
          ))}
        </div>
      </div>
    </Form>
  );
}
