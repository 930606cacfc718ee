import type { UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { RevealButton } from '../../ui/form/reveal-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { RightRecord } from './right-record.tsx';
import type { NewStoreProps } from './rights-dialog.tsx';
import { UserDialog, type UserDialogName } from './user-dialog.tsx';
import { UserStateLabel } from './user-row.tsx';
import { ResetLinkSection, RightsSection, SecondFactorSection, Section, SessionsSection } from './user-sections.tsx';
import { useChangeUser, useRevealPhone, useUser, type UserChange } from './users.api.ts';

interface UserDrawerProps {
  readonly userId: string;
  readonly NewStore: ComponentType<NewStoreProps>;
  readonly onClose: () => void;
}

/** The drawer of one person: profile, rights, sessions, and the history of the rights. */
export function UserDrawer({ userId, NewStore, onClose }: UserDrawerProps) {
  const { t } = useTranslation(['users', 'form', 'second-factor']);
  const { data: user, error, refetch } = useUser(useProduct(), userId);
  return (
    <SidePanel titleId="user-title" sx={{ width: { xs: '100%', sm: 520 } }} onClose={onClose}>
      <Box data-testid="user-drawer" sx={{ display: 'grid', gap: 2.5, p: { xs: 2, sm: 3 } }}>
        <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
          <Box id="user-title" component="h2" sx={{ typography: 'h6', m: 0, flex: 1, overflowWrap: 'anywhere' }}>
            {user?.name ?? t('person')}
          </Box>
          <IconButton aria-label={t('close')} onClick={onClose} sx={{ width: 44, height: 44, mt: -0.75, mr: -1 }}>
            <Icon name="close" />
          </IconButton>
        </Box>
        {user === undefined &&
          (error === null ? (
            <Skeleton variant="rounded" height={280} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ))}
        {user !== undefined && (
          <ErrorBoundary place="section">
            <Person user={user} NewStore={NewStore} />
          </ErrorBoundary>
        )}
      </Box>
    </SidePanel>
  );
}

interface PersonProps {
  readonly user: UserDetail;
  readonly NewStore: ComponentType<NewStoreProps>;
}

function Person({ user, NewStore }: PersonProps) {
  const { t } = useTranslation(['users', 'second-factor']);
  const mayWrite = useCan()('users:write');
  const isOneself = useAuthContext().user?.id === user.id;
  const change = useChangeUser(useProduct(), user.id);
  const [dialog, setDialog] = useState<UserDialogName | null>(null);
  const act = (what: UserChange, done: string) =>
    change.mutate(what, {
      onSuccess: () => {
        toast.success(done);
        setDialog(null);
      },
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  return (
    <>
      <PersonFacts user={user} />
      {mayWrite && <PersonActions state={user.state} isOneself={isOneself} onAsk={setDialog} />}
      {user.state !== 'PENDING' && user.state !== 'DECLINED' && (
        <>
          <RightsSection user={user} />
          {mayWrite && !isOneself && user.state === 'ACTIVE' && (
            <ResetLinkSection onOpen={() => setDialog('reset-link')} />
          )}
          <SecondFactorSection
            isOn={user.hasSecondFactor}
            canReset={mayWrite && !isOneself}
            onReset={() => setDialog('reset-factor')}
          />
          <SessionsSection
            sessions={user.sessions}
            canEnd={mayWrite}
            onEnd={(sessionId) => act({ verb: 'end-session', sessionId }, t('sessions.ended'))}
            onEndAll={() => setDialog('end-sessions')}
          />
        </>
      )}
      <Section title={t('record.title')}>
        <RightRecord userId={user.id} />
      </Section>
      {dialog !== null && (
        <UserDialog
          name={dialog}
          user={user}
          NewStore={NewStore}
          isBusy={change.isPending}
          onAct={act}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function PersonFacts({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <UserStateLabel user={user} />
      <Box sx={{ overflowWrap: 'anywhere' }}>{user.email}</Box>
      <Phone user={user} />
      {user.requestedStore !== '' && (
        <Box sx={{ overflowWrap: 'anywhere' }}>{t('asksFor', { store: user.requestedStore })}</Box>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {t(user.state === 'PENDING' ? 'askedAt' : 'since', { at: format.dateTime(user.createdAt) })}
      </Box>
      {user.decision !== '' && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {t('decision', { text: user.decision, at: user.decidedAt === null ? '' : format.dateTime(user.decidedAt) })}
        </Box>
      )}
    </Box>
  );
}

interface PersonActionsProps {
  readonly state: UserDetail['state'];
  readonly isOneself: boolean;
  readonly onAsk: (name: UserDialogName) => void;
}

/** The possible decisions about the person in this state. */
function PersonActions({ state, isOneself, onAsk }: PersonActionsProps) {
  const { t } = useTranslation('users');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& > *': { minHeight: 44, flex: { xs: '1 1 0', sm: '0 0 auto' } },
      }}
    >
      {state === 'PENDING' && (
        <Button variant="contained" onClick={() => onAsk('rights')}>
          {t('approve.open')}
        </Button>
      )}
      {state === 'PENDING' && (
        <Button variant="outlined" color="inherit" onClick={() => onAsk('decline')}>
          {t('decline.open')}
        </Button>
      )}
      {(state === 'ACTIVE' || state === 'DISABLED') && (
        <Button variant="contained" onClick={() => onAsk('rights')}>
          {t('edit.open')}
        </Button>
      )}
      {state === 'ACTIVE' && !isOneself && (
        <Button variant="outlined" color="error" onClick={() => onAsk('disable')}>
          {t('disable.open')}
        </Button>
      )}
      {state === 'DISABLED' && (
        <Button variant="outlined" color="inherit" onClick={() => onAsk('enable')}>
          {t('enable.open')}
        </Button>
      )}
    </Box>
  );
}

function Phone({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation('users');
  const reveal = useRevealPhone(useProduct(), user.id);
  if (user.phoneMasked === '') return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
      {reveal.data === undefined ? user.phoneMasked : <a href={`tel:${reveal.data.phone}`}>{reveal.data.phone}</a>}
      {reveal.data === undefined && (
        <RevealButton isBusy={reveal.isPending} error={reveal.error} onReason={reveal.mutate}>
          {t('revealPhone')}
        </RevealButton>
      )}
    </Box>
  );
}
