import type { UserDetail } from '@munjigi/contract';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { RightsDialog, type NewStoreProps } from './rights-dialog.tsx';
import type { UserChange } from './users.api.ts';

type Confirmation = 'enable' | 'end-sessions' | 'reset-factor';
export type UserDialogName = 'rights' | 'reset-link' | 'decline' | 'disable' | Confirmation;

interface UserDialogProps {
  readonly name: UserDialogName;
  readonly user: UserDetail;
  readonly NewStore: ComponentType<NewStoreProps>;
  readonly isBusy: boolean;
  /** Called with a confirmed change, and the message for its success. */
  readonly onAct: (change: UserChange, done: string) => void;
  readonly onClose: () => void;
}

/** The dialog of an action on a person. */
export function UserDialog({ name, user, NewStore, isBusy, onAct, onClose }: UserDialogProps) {
  switch (name) {
    case 'rights':
      return <RightsDialog user={user} NewStore={NewStore} onDone={onClose} />;
    case 'decline':
    case 'disable':
      return <EndDialog verb={name} user={user} onDone={onClose} />;
    case 'reset-link':
      return <ResetLinkDialog user={user} onClose={onClose} />;
    case 'enable':
    case 'end-sessions':
    case 'reset-factor':
      return <ConfirmationDialog name={name} user={user} isBusy={isBusy} onAct={onAct} onClose={onClose} />;
  }
}

type ConfirmationDialogProps = Omit<UserDialogProps, 'name' | 'NewStore'> & { readonly name: Confirmation };

function ConfirmationDialog({ name, user, isBusy, onAct, onClose }: ConfirmationDialogProps) {
  const { t } = useTranslation(['users', 'second-factor']);
  switch (name) {
    case 'enable':
      return (
        <ConfirmDialog
          title={t('enable.title', { name: user.name })}
          confirmLabel={t('enable.now')}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() =>
            onAct({ verb: 'enable', body: { version: user.version } }, t('enable.done', { name: user.name }))
          }
        >
          {t('enable.text')}
        </ConfirmDialog>
      );
    case 'reset-factor':
      return (
        <ConfirmDialog
          title={t('second-factor:user.resetTitle', { name: user.name })}
          confirmLabel={t('second-factor:user.reset')}
          isDangerous
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() => onAct({ verb: 'reset-factor' }, t('second-factor:user.resetDone', { name: user.name }))}
        >
          {t('second-factor:user.resetText')}
        </ConfirmDialog>
      );
    case 'end-sessions':
      return (
        <ConfirmDialog
          title={t('sessions.endAllTitle', { name: user.name })}
          confirmLabel={t('sessions.endAll')}
          isDangerous
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() => onAct({ verb: 'end-sessions' }, t('sessions.ended'))}
        >
          {t('sessions.endAllText')}
        </ConfirmDialog>
      );
  }
}
