import { SIGN_IN_LINK_OVER } from "~/domain/accounts/accountInputs";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";

export const ExpiredSignInLink = () => (
  <Alert
    tone="danger"
    action={
      <LinkButton to={paths.signInLink()} variant="solid">
        Request a new link
      </LinkButton>
    }
  >
    {SIGN_IN_LINK_OVER}
  </Alert>
);
