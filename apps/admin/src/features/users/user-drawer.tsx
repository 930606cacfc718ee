import type { UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { RevealButton } from '../../ui/form/reveal-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { EndDialog } from './end-dialog.tsx';
import { GrantList } from './grant-list.tsx';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import { RightRecord } from './right-record.tsx';
import { RightsDialog, type NewStoreProps } from './rights-dialog.tsx';
import { SessionList } from './session-list.tsx';
import { UserState } from './user-row.tsx';
import { useChangeUser, useRevealPhone, useUser } from './users.api.ts';

interface UserDrawerProps {
  readonly userId: string;
  readonly NewStore: ComponentType<NewStoreProps>;
  readonly onClose: () => void;
}

/** One person: profile, rights, sessions, and the history of the rights. */
export function UserDrawer({ userId, NewStore, onClose }: UserDrawerProps) {
  const { t } = useTranslation(['users', 'form', 'second-factor']);
  const { data: user, error, refetch } = useUser(useProduct(), userId);
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'user-title',
          sx: { width: { xs: '100%', sm: 520 } },
        },
      }}
    >
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
    </Drawer>
  );
}

type Asked = 'rights' | 'reset-link' | 'decline' | 'disable' | 'enable' | 'end-sessions' | 'reset-factor';

function Person({ user, NewStore }: { readonly user: UserDetail; readonly NewStore: ComponentType<NewStoreProps> }) {
  const { t } = useTranslation(['users', 'second-factor']);
  const format = useFormat();
  const mayWrite = useCan()('users:write');
  const isOneself = useAuthContext().user?.id === user.id;
  const change = useChangeUser(useProduct(), user.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = (what: Parameters<typeof change.mutate>[0], done: string) =>
    change.mutate(what, {
      onSuccess: () => {
        toast.success(done);
        setAsked(null);
      },
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  const live = user.sessions.filter(({ isLive }) => isLive);
  return (
    <>
      <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
        <UserState state={user.state} />
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
      {mayWrite && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            '& > *': { minHeight: 44, flex: { xs: '1 1 0', sm: '0 0 auto' } },
          }}
        >
          {user.state === 'PENDING' && (
            <Button variant="contained" onClick={() => setAsked('rights')}>
              {t('approve.open')}
            </Button>
          )}
          {user.state === 'PENDING' && (
            <Button variant="outlined" color="inherit" onClick={() => setAsked('decline')}>
              {t('decline.open')}
            </Button>
          )}
          {(user.state === 'ACTIVE' || user.state === 'DISABLED') && (
            <Button variant="contained" onClick={() => setAsked('rights')}>
              {t('edit.open')}
            </Button>
          )}
          {user.state === 'ACTIVE' && !isOneself && (
            <Button variant="outlined" color="error" onClick={() => setAsked('disable')}>
              {t('disable.open')}
            </Button>
          )}
          {user.state === 'DISABLED' && (
            <Button variant="outlined" color="inherit" onClick={() => setAsked('enable')}>
              {t('enable.open')}
            </Button>
          )}
        </Box>
      )}
      {user.state !== 'PENDING' && user.state !== 'DECLINED' && (
        <>
          <Section title={t('rights.title')}>
            <GrantList roles={user.roles} stores={user.stores} />
            {user.stores.length > 2 && (
              <Box sx={{ color: 'text.secondary' }}>{user.stores.map(({ name }) => name).join(', ')}</Box>
            )}
          </Section>
          {mayWrite && !isOneself && user.state === 'ACTIVE' && (
            <Section
              title={t('resetLink.section')}
              action={
                <Button color="inherit" size="small" onClick={() => setAsked('reset-link')} sx={{ minHeight: 44 }}>
                  {t('resetLink.open')}
                </Button>
              }
            >
              {t('resetLink.hint')}
            </Section>
          )}
          <Section
            title={t('second-factor:user.title')}
            action={
              mayWrite &&
              !isOneself &&
              user.hasSecondFactor && (
                <Button color="inherit" size="small" onClick={() => setAsked('reset-factor')} sx={{ minHeight: 44 }}>
                  {t('second-factor:user.reset')}
                </Button>
              )
            }
          >
            {t(user.hasSecondFactor ? 'second-factor:user.on' : 'second-factor:user.off')}
          </Section>
          <Section
            title={t('sessions.title')}
            action={
              mayWrite &&
              live.length > 0 && (
                <Button color="inherit" size="small" onClick={() => setAsked('end-sessions')} sx={{ minHeight: 44 }}>
                  {t('sessions.endAll')}
                </Button>
              )
            }
          >
            <SessionList
              sessions={user.sessions}
              {...(mayWrite && { onEnd: (sessionId) => act({ verb: 'end-session', sessionId }, t('sessions.ended')) })}
            />
          </Section>
        </>
      )}
      <Section title={t('record.title')}>
        <RightRecord userId={user.id} />
      </Section>
      {asked === 'rights' && <RightsDialog user={user} NewStore={NewStore} onDone={() => setAsked(null)} />}
      {(asked === 'decline' || asked === 'disable') && (
        <EndDialog verb={asked} user={user} onDone={() => setAsked(null)} />
      )}
      {asked === 'reset-link' && <ResetLinkDialog user={user} onClose={() => setAsked(null)} />}
      {asked === 'enable' && (
        <ConfirmDialog
          title={t('enable.title', { name: user.name })}
          confirmLabel={t('enable.now')}
          isBusy={change.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            act({ verb: 'enable', body: { version: user.version } }, t('enable.done', { name: user.name }))
          }
        >
          {t('enable.text')}
        </ConfirmDialog>
      )}
      {asked === 'reset-factor' && (
        <ConfirmDialog
          title={t('second-factor:user.resetTitle', { name: user.name })}
          confirmLabel={t('second-factor:user.reset')}
          isDangerous
          isBusy={change.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => act({ verb: 'reset-factor' }, t('second-factor:user.resetDone', { name: user.name }))}
        >
          {t('second-factor:user.resetText')}
        </ConfirmDialog>
      )}
      {asked === 'end-sessions' && (
        <ConfirmDialog
          title={t('sessions.endAllTitle', { name: user.name })}
          confirmLabel={t('sessions.endAll')}
          isDangerous
          isBusy={change.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => act({ verb: 'end-sessions' }, t('sessions.ended'))}
        >
          {t('sessions.endAllText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Section({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box component="h3" sx={{ typography: 'subtitle1', fontWeight: 700, m: 0 }}>
          {title}
        </Box>
        {action}
      </Box>
      {children}
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
