import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { PASSWORD_HINT } from "~/domain/accounts/passwordHint";
import { privileges, roleLabel } from "~/domain/roles";
import type { TeamAccount } from "~/domain/team/findTeam";
import { NewTeamAccountForm, TeamAccountForm } from "~/domain/team/teamInputs";
import { fullName } from "~/format/names";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { CheckboxField } from "~/ui/form/CheckboxField";
import { DateField } from "~/ui/form/DateField";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { checkboxProps, choiceProps, fieldProps } from "~/ui/form/fieldProps";
import { LinkButton } from "~/ui/form/LinkButton";
import { PasswordField } from "~/ui/form/PasswordField";
import { parseForm } from "~/ui/form/parseForm";
import { SelectField } from "~/ui/form/SelectField";
import { StaleFields } from "~/ui/form/StaleFields";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

interface TeamAccountDialogProps {
  /** Null when adding. */
  account: TeamAccount | null;
  lastResult?: SubmissionResult;
}

interface Fields {
  email: string;
  firstName: string;
  lastName: string;
  privileges: string;
  updatePassword?: string;
  invite?: string;
  password?: string;
  awayDay?: string;
  version?: string;
}

/** The add and edit dialog of /teams. Errors appear inside it. */
export function TeamAccountDialog({ account, lastResult }: TeamAccountDialogProps) {
  const [form, fields] = useForm<Fields>({
    id: "team-account",
    lastResult,
    defaultValue: account
      ? { ...account, privileges: account.privileges ?? "", version: String(account.version) }
      : { invite: "on" },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, account ? TeamAccountForm : NewTeamAccountForm) as never,
  });
  const privilegeOptions = privileges.map((value) => ({ value, label: roleLabel("ADMIN", value) }));
  const named = [
    { label: "Email", ...fieldProps(fields.email) },
    { label: "First name", ...fieldProps(fields.firstName) },
    { label: "Last name", ...fieldProps(fields.lastName) },
    { label: "Privileges", ...fieldProps(fields.privileges), options: privilegeOptions },
    { label: "Password", ...fieldProps(fields.password) },
    ...(account ? [{ label: "Away until", ...fieldProps(fields.awayDay) }] : []),
  ];
  return (
    <RouteDialog title={account ? `Edit ${fullName(account)}` : "Add User"} closeHref={paths.team()}>
      <Form
        method="post"
        action={account ? paths.teamAccount(account.id) : paths.teamNew()}
        className="form"
        preventScrollReset
        {...getFormProps(form)}
      >
        <div role="alert" className="alert-slot">
          <FormErrors id="team-account-errors" errors={form.errors} fields={named} />
        </div>
        {account ? (
          <StaleFields
            lastResult={lastResult}
            stored={{ ...account, email: undefined }}
            version={account.version}
            fields={named}
          />
        ) : null}
        {account ? <input type="hidden" name="version" value={fields.version.initialValue ?? ""} /> : null}
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          {...fieldProps(fields.email)}
          {...(account ? { readOnly: true, defaultValue: account.email } : { required: true })}
        />
        <div className="form-columns">
          <TextField label="First name" autoComplete="off" {...fieldProps(fields.firstName)} required />
          <TextField label="Last name" autoComplete="off" {...fieldProps(fields.lastName)} required />
        </div>
        <SelectField
          label="Privileges"
          hint={
            <>
              Manager: orders, clients, services and subscriptions
              <br />
              Admin: also refunds, disputes and reports
              <br />
              Super Admin: also the team, the settings and the books
            </>
          }
          emptyLabel={account && !account.privileges ? "None" : "Choose a role"}
          options={privilegeOptions}
          {...choiceProps(fields.privileges)}
          required
        />
        {account ? (
          <DateField
            label="Away until"
            hint="Their first day back. Until then new orders are assigned to others"
            {...fieldProps(fields.awayDay)}
          />
        ) : null}
        {account ? <CheckboxField label="Update Password" {...checkboxProps(fields.updatePassword)} /> : null}
        {account ? null : (
          <CheckboxField
            label="Send an invitation"
            hint="They choose their password. Without it you set one."
            {...checkboxProps(fields.invite)}
          />
        )}
        <div className={account ? undefined : "uninvited"}>
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={account ? `Used only when 'Update Password' is selected. ${PASSWORD_HINT}` : PASSWORD_HINT}
            {...fieldProps(fields.password)}
            required={!account && fields.invite.value !== "on"}
          />
        </div>
        <div className="form-actions">
          <LinkButton to={paths.team()} preventScrollReset>
            Cancel
          </LinkButton>
          <SubmitButton pendingText="Saving">{account ? "Save" : "Add User"}</SubmitButton>
        </div>
      </Form>
    </RouteDialog>
  );
}
