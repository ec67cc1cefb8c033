import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkButton } from "../form/LinkButton";
import { Alert } from "./Alert";

/** Why a part of a page could not be read, with a link to try again. */
export function FailedRead({ children = "An error occurred. Please try again." }: { children?: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Alert
      tone="danger"
      action={
        <LinkButton to={pathname + search} replace preventScrollReset>
          Try again
        </LinkButton>
      }
    >
      {children}
    </Alert>
  );
}
