import { Pencil, Plus, Trash2 } from "lucide-react";
import { Card } from "~/ui/card/Card";
import { Button } from "~/ui/form/Button";
import { IconButton } from "~/ui/form/IconButton";
import { LinkButton } from "~/ui/form/LinkButton";

const variants = ["solid", "soft", "outline", "ghost", "danger"] as const;
const plus = <Plus className="icon" size={16} />;

export function ButtonPieces() {
  return (
    <Card title="Buttons">
      <div className="stack">
        {([1, 2, 3] as const).map((size) => (
          <div className="row" key={size}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size} icon={variant === "solid" ? plus : undefined}>
                {variant}
              </Button>
            ))}
            <LinkButton to="/dev/gallery" size={size}>
              Link
            </LinkButton>
            <IconButton label="Edit" size={size} icon={<Pencil className="icon" size={16} />} />
            <IconButton label="Delete" size={size} variant="outline" icon={<Trash2 className="icon" size={16} />} />
            <Button size={size} aria-disabled="true">
              Disabled
            </Button>
          </div>
        ))}
      </div>
    </Card>
  );
}
