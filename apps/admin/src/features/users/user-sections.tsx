import type { UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GrantList } from './grant-list.tsx';
import { SessionList } from './account/session-list.tsx';

interface SectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a person's drawer, with its heading and at most one action. */
export function Section({ title, action, children }: SectionProps) {
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

function SectionButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <Button color="inherit" size="small" onClick={onClick} sx={{ minHeight: 44 }}>
      {text}
    </Button>
  );
}

/** The person's roles and stores. */
export function RightsSection({ user: { roles, stores } }: { readonly user: Pick<UserDetail, 'roles' | 'stores'> }) {
  const { t } = useTranslation('users');
  return (
    <Section title={t('rights.title')}>
      <GrantList roles={roles} stores={stores} />
      {stores.length > 2 && <Box sx={{ color: 'text.secondary' }}>{stores.map(({ name }) => name).join(', ')}</Box>}
    </Section>
  );
}

/** The button that issues a link for a person who has forgotten the password. */
export function ResetLinkSection({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('users');
  return (
    <Section title={t('resetLink.section')} action={<SectionButton text={t('resetLink.open')} onClick={onOpen} />}>
      {t('resetLink.hint')}
    </Section>
  );
}

interface SecondFactorSectionProps {
  readonly isOn: boolean;
  readonly canReset: boolean;
  readonly onReset: () => void;
}

/** Whether the person signs in with two steps, and the button that removes the second one. */
export function SecondFactorSection({ isOn, canReset, onReset }: SecondFactorSectionProps) {
  const { t } = useTranslation('second-factor');
  return (
    <Section
      title={t('user.title')}
      action={canReset && isOn && <SectionButton text={t('user.reset')} onClick={onReset} />}
    >
      {t(isOn ? 'user.on' : 'user.off')}
    </Section>
  );
}

interface SessionsSectionProps {
  readonly sessions: UserDetail['sessions'];
  readonly canEnd: boolean;
  readonly onEnd: (sessionId: string) => void;
  readonly onEndAll: () => void;
}

/** The person's current and past sessions. */
export function SessionsSection({ sessions, canEnd, onEnd, onEndAll }: SessionsSectionProps) {
  const { t } = useTranslation('users');
  const hasLive = sessions.some(({ isLive }) => isLive);
  return (
    <Section
      title={t('sessions.title')}
      action={canEnd && hasLive && <SectionButton text={t('sessions.endAll')} onClick={onEndAll} />}
    >
      <SessionList sessions={sessions} {...(canEnd && { onEnd })} />
    </Section>
  );
}
