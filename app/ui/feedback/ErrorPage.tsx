import type { ReactNode } from "react";
import { RequestReference } from "./RequestReference";

type ErrorPageProps = {
  /** "404 | Page not found" */
  title: string;
  text?: ReactNode;
  /** The next step, a LinkButton. */
  action?: ReactNode;
  /** Something failed: the page names the request. */
  fault?: boolean;
};

/** A full-page error with the next step. */
export function ErrorPage({ title, text, action, fault = false }: ErrorPageProps) {
  return (
    <div className="error-page">
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {action}
      {fault ? <RequestReference /> : null}
    </div>
  );
}
