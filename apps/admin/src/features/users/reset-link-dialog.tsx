import type { LinkEmail, UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useIssueReset } from './users.api.ts';

interface OneTimeLinkProps {
  readonly link: { readonly token: string | null; readonly email: LinkEmail };
  /** The page that the link opens. */
  readonly path: '/invitation' | '/reset-password';
  readonly label: string;
  /** In words. */
  readonly until: string;
}

/** A link that sets a password, to copy. The server returns its token once, and no token for a repeated request. */
export function OneTimeLink({ link: { token, email }, path, label, until }: OneTimeLinkProps) {
  const { t } = useTranslation('users');
  if (token === null)
    return (
      <>
        <Box role="alert" sx={{ typography: 'body2' }}>
          {t('resetLink.gone')}
        </Box>
        <LinkEmailNote email={email} />
      </>
    );
  return (
    <>
      <Box role="status" sx={{ typography: 'body2' }}>
        {t('resetLink.once', { until })}
      </Box>
      <CopyField label={label} value={`${window.location.origin}${path}#${token}`} />
      <LinkEmailNote email={email} />
    </>
  );
}

/** Whether the link also goes to the person by e-mail, and why not. */
function LinkEmailNote({ email: { to, fault } }: { readonly email: LinkEmail }) {
  const { t } = useTranslation('users');
  return (
    <Box data-testid="link-email" sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {fault === null ? t('resetLink.email.sent', { to }) : t(`resetLink.email.${fault}`)}
    </Box>
  );
}

interface ResetLinkDialogProps {
  readonly user: UserDetail;
  readonly onClose: () => void;
}

/** Issues a one-time link for a person who has forgotten the password, and shows it once. */
export function ResetLinkDialog({ user, onClose }: ResetLinkDialogProps) {
  const { t } = useTranslation(['users', 'form']);
  const format = useFormat();
  const issue = useIssueReset(useProduct(), user.id);
  const { data: link } = issue;
  return (
    <FormDialog
      title={t('resetLink.title', { name: user.name })}
      submitLabel={link === undefined ? t('resetLink.now') : undefined}
      cancelLabel={link === undefined ? undefined : t('close')}
      isBusy={issue.isPending}
      error={issue.error}
      onSubmit={() => issue.mutate()}
      onClose={onClose}
    >
      {link === undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('resetLink.text')}</Box>}
      {link !== undefined && (
        <OneTimeLink
          link={link}
          path={user.isInvited ? '/invitation' : '/reset-password'}
          label={t('resetLink.label')}
          until={format.time(link.expiresAt)}
        />
      )}
    </FormDialog>
  );
}
