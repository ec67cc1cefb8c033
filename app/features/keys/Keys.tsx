import { useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";

/** The keys of staff, whose code is loaded after the page. */
export function Keys({ me }: { me: string }) {
  const [Help, setHelp] = useState<ComponentType<{ onClose(): void }> | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    let stop = () => {};
    let left = false;
    const help = () => void import("./KeysDialog").then(({ KeysDialog }) => setHelp(() => KeysDialog));
    // Without its code the page has its buttons.
    import("./keys").then(
      ({ listenToKeys }) => {
        if (!left) stop = listenToKeys({ me, navigate, help });
      },
      () => {},
    );
    return () => {
      left = true;
      stop();
    };
  }, [me, navigate]);
  return Help ? <Help onClose={() => setHelp(null)} /> : null;
}
