import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { problemsByPath } from '../../ui/form/field-errors.ts';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { OneTimeLink } from './reset-link-dialog.tsx';
import { useNewOwnerStore } from './new-owner.tsx';
import { bodyOfRights, faultOfRights, type RightsDraft } from './rights-draft.ts';
import { RightsFields } from './rights-fields.tsx';
import { useInviteUser } from './users.api.ts';

const NO_RIGHTS: RightsDraft = { roles: [{ role: 'FRANCHISEE', until: null }], storeIds: [] };

/** Invites a person with their rights, and shows the one-time link to hand over. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['users', 'form']);
  const format = useFormat();
  const form = useInviteForm();
  const { invitation } = form;
  return (
    <FormDialog
      title={invitation === undefined ? t('invite.title') : t('invite.done', { name: invitation.user.name })}
      submitLabel={invitation === undefined ? t('invite.now') : undefined}
      cancelLabel={invitation === undefined ? undefined : t('close')}
      maxWidth="sm"
      isBusy={form.isPending}
      error={form.unplacedError}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {invitation === undefined ? (
        <InviteFields form={form} />
      ) : (
        <OneTimeLink
          link={invitation}
          path="/invitation"
          label={t('invite.label')}
          until={format.dateTime(invitation.expiresAt)}
        />
      )}
    </FormDialog>
  );
}

type InviteForm = ReturnType<typeof useInviteForm>;

/** The form's invitation, its faults, and the invitation that the server created. */
function useInviteForm() {
  const { t } = useTranslation(['users', 'form']);
  const invite = useInviteUser(useProduct());
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const ownStore = useNewOwnerStore();
  const [rights, setRights] = useState(ownStore === null ? NO_RIGHTS : { ...NO_RIGHTS, storeIds: [ownStore.id] });
  const [wasSent, setWasSent] = useState(false);
  const fault = faultOfRights(rights);
  const required = (text: string) => (wasSent && text.trim() === '' ? t('form:required') : undefined);
  const refused = problemsByPath(t, isProblem(invite.error) ? invite.error : null);

  function submit(): void {
    setWasSent(true);
    if (fault !== null || name.trim() === '' || email.trim() === '') return;
    invite.mutate({ name: name.trim(), email: email.trim(), ...bodyOfRights(rights) });
  }

  return {
    name: { value: name, onChange: setName, error: refused['name'] ?? required(name) },
    email: {
      value: email,
      onChange: (text: string) => {
        setEmail(text);
        invite.reset();
      },
      error: refused['email'] ?? required(email),
    },
    rights,
    setRights,
    /** Faults are shown only after the first attempt to send. */
    shownFault: wasSent ? fault : null,
    isPending: invite.isPending,
    /** A refusal that belongs to no field. */
    unplacedError: Object.keys(refused).length === 0 ? invite.error : null,
    invitation: invite.data,
    submit,
  };
}

function InviteFields({ form: { name, email, rights, setRights, shownFault } }: { readonly form: InviteForm }) {
  const { t } = useTranslation('users');
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('invite.text')}</Box>
      <TextInput autoFocus isRequired label={t('name')} maxLength={60} {...name} />
      <TextInput isRequired label={t('invite.email')} maxLength={254} {...email} />
      <RightsFields
        draft={rights}
        onChange={setRights}
        storeError={shownFault === 'noStore' ? t('rights.fault.noStore') : undefined}
      />
      {shownFault !== null && shownFault !== 'noStore' && <ProblemAlert text={t(`rights.fault.${shownFault}`)} />}
    </>
  );
}
