import { Card } from "~/ui/card/Card";
import { Button } from "~/ui/form/Button";
import { IconButton } from "~/ui/form/IconButton";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";

const variants = ["solid", "soft", "outline", "ghost", "danger"] as const;
const plus = <Icon name="plus" />;

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
            <IconButton label="Edit" size={size} icon={<Icon name="pencil" />} />
            <IconButton label="Delete" size={size} variant="outline" icon={<Icon name="trash" />} />
            <Button size={size} aria-disabled="true">
              Disabled
            </Button>
          </div>
        ))}
      </div>
    </Card>
  );
}
