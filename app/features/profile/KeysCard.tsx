import { useLocation } from "@remix-run/react";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Button } from "~/ui/form/Button";

/** Turns the keyboard shortcuts of staff on or off in this browser. */
export function KeysCard({ on }: { on: boolean }) {
  const { pathname } = useLocation();
  return (
    <Card title="Keyboard shortcuts">
      {/* A plain post: the frame is drawn again with the choice. */}
      <form method="post" action={paths.preferences()} className="form narrow">
        <input type="hidden" name="returnTo" value={pathname} />
        <p>
          {on
            ? "Single keys open, select and change orders in this browser. Press ? on any page to see them."
            : "Single keys do nothing in this browser."}
        </p>
        <div className="form-actions">
          <Button type="submit" name="keys" value={on ? "off" : "on"}>
            {on ? "Turn off shortcuts" : "Turn on shortcuts"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
