import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { problemsByPath } from '../../ui/form/field-errors.ts';
import { useFormat } from '../../ui/format.ts';
import { OneTimeLink } from './reset-link-dialog.tsx';
import { bodyOfRights, faultOfRights, type RightsDraft } from './rights-draft.ts';
import { RightsFields } from './rights-fields.tsx';
import { useInviteUser } from './users.api.ts';

const NO_RIGHTS: RightsDraft = { roles: [{ role: 'FRANCHISEE', until: null }], storeIds: [] };

/** Invites a person with their rights, and shows the one-time link to hand over. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['users', 'form']);
  const format = useFormat();
  const id = useId();
  const invite = useInviteUser(useProduct());
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState(NO_RIGHTS);
  const [wasSent, setWasSent] = useState(false);
  const fault = faultOfRights(rights);
  const required = (text: string) => (wasSent && text.trim() === '' ? t('form:required') : undefined);
  const refused = problemsByPath(t, isProblem(invite.error) ? invite.error : null);
  const { data: invitation } = invite;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (invite.isPending || fault !== null || name.trim() === '' || email.trim() === '') return;
    invite.mutate({ name: name.trim(), email: email.trim(), ...bodyOfRights(rights) });
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'contents' }}>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {invitation === undefined ? t('invite.title') : t('invite.done', { name: invitation.user.name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {invitation === undefined ? (
            <>
              <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('invite.text')}</Box>
              <TextInput
                autoFocus
                isRequired
                label={t('name')}
                value={name}
                onChange={setName}
                maxLength={60}
                error={refused['name'] ?? required(name)}
              />
              <TextInput
                isRequired
                label={t('invite.email')}
                value={email}
                onChange={(text) => {
                  setEmail(text);
                  invite.reset();
                }}
                maxLength={254}
                error={refused['email'] ?? required(email)}
              />
              <RightsFields
                draft={rights}
                onChange={setRights}
                storeError={wasSent && fault === 'noStore' ? t('rights.fault.noStore') : undefined}
              />
              {wasSent && fault !== null && fault !== 'noStore' && (
                <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
                  {t(`rights.fault.${fault}`)}
                </Box>
              )}
            </>
          ) : (
            <OneTimeLink link={invitation} label={t('invite.label')} until={format.dateTime(invitation.expiresAt)} />
          )}
          {invite.error !== null && Object.keys(refused).length === 0 && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, invite.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t(invitation === undefined ? 'form:cancel' : 'close')}
          </Button>
          {invitation === undefined && (
            <Button type="submit" variant="contained" aria-disabled={invite.isPending}>
              {t('invite.now')}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
}
