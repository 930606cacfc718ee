import type { Incident } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ToneChip, type ToneStyle } from '../../ui/tone-chip.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { IncidentNotices } from './incident-notices.tsx';
import { incidentTargets, useIncidentWords } from './incident-words.ts';
import { useAcknowledgeIncident } from './incidents.api.ts';
import { KIND_TONES } from './on-call-choices.ts';

const STATE_TONES: Readonly<Record<Incident['state'], ToneStyle>> = {
  OPEN: ['error', 'error.main'],
  ACKNOWLEDGED: ['person', 'info.main'],
  RESOLVED: ['check', 'success.main'],
};

interface IncidentCardProps {
  readonly incident: Incident;
  /** Whether a link points at this incident. */
  readonly isPointed: boolean;
}

/** One incident: what happened, how to take it, where to act, and who was notified (OC-2). */
export function IncidentCard({ incident, isPointed }: IncidentCardProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPointed) place.current?.scrollIntoView({ block: 'center' });
  }, [isPointed]);
  return (
    <Card
      ref={place}
      variant="outlined"
      component="article"
      aria-labelledby={`incident-${incident.id}`}
      data-testid="incident"
      data-kind={incident.kind}
      data-state={incident.state}
      sx={{
        p: 2,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        ...(isPointed && { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' }),
      }}
    >
      <IncidentHead incident={incident} />
      <IncidentActions incident={incident} />
      <Progress incident={incident} />
      <IncidentNotices notices={incident.notices} />
    </Card>
  );
}

function IncidentHead({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('on-call');
  const format = useFormat();
  const words = useIncidentWords();
  useNow();
  const { kind, state, openedAt, storeName, roomName, doorName, reservationCode } = incident;
  const [icon, colour] = KIND_TONES[kind];
  const [stateIcon, stateColour] = STATE_TONES[state];
  const subject = [storeName, roomName, doorName, reservationCode].filter((part) => part !== null).join(' · ');
  const details = words.details(incident);
  return (
    <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box
          component="h2"
          id={`incident-${incident.id}`}
          sx={{ m: 0, typography: 'h6', display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}
        >
          <Box component="span" sx={{ color: colour, display: 'inline-flex', flexShrink: 0 }}>
            <Icon name={icon} size={22} />
          </Box>
          {t(`kind.${kind}`)}
        </Box>
        <ToneChip colour={stateColour} icon={<Icon name={stateIcon} size={16} />}>
          {t(`state.${state}`)}
        </ToneChip>
      </Box>
      <Box sx={{ typography: 'body2', fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Box>
      {details.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5, listStyle: 'disc', typography: 'body2', overflowWrap: 'anywhere' }}>
          {details.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Box>
      )}
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        <time dateTime={openedAt}>
          {t('since', { when: format.dateTime(openedAt), age: format.relative(openedAt) })}
        </time>
      </Box>
    </Box>
  );
}

/** The height of a button for a thumb. */
const ACTION = { minHeight: 52 } as const;

/** The button to take it, large enough for a thumb at night, and after it the screens on which the person acts. */
function IncidentActions({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('on-call');
  const can = useCan();
  const acknowledge = useAcknowledgeIncident(useProduct());
  const targets = incidentTargets(incident);
  const canAcknowledge = incident.state === 'OPEN' && can('on-call:acknowledge');
  if (!canAcknowledge && targets.length === 0 && acknowledge.error === null) return null;
  const named = { kind: t(`kind.${incident.kind}`) };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, flexDirection: { xs: 'column', sm: 'row' } }}>
        {canAcknowledge && (
          <Button
            variant="contained"
            size="large"
            sx={ACTION}
            aria-disabled={acknowledge.isPending}
            aria-label={t('takeNamed', named)}
            onClick={() => !acknowledge.isPending && acknowledge.mutate(incident.id)}
          >
            {t(acknowledge.isPending ? 'taking' : 'take')}
          </Button>
        )}
        {targets.map(({ what, path }) => (
          <Button key={what} component={Link} to={path} variant="outlined" color="inherit" size="large" sx={ACTION}>
            {t(`goTo.${what}`)}
          </Button>
        ))}
      </Box>
      <ProblemAlert error={acknowledge.error} />
    </Box>
  );
}

/** Who has it, when it ended, or when the next people are notified. */
function Progress({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('on-call');
  const format = useFormat();
  const { state, acknowledgedAt, acknowledgedBy, resolvedAt, nextStepAt, step, notices } = incident;
  const lines = [
    acknowledgedAt !== null &&
      t('acknowledged', { who: acknowledgedBy ?? t('unknownPerson'), when: format.dateTime(acknowledgedAt) }),
    resolvedAt !== null && t('resolved', { when: format.dateTime(resolvedAt) }),
    state === 'OPEN' && nextStepAt !== null && t('nextStep', { step: step + 1, when: format.dateTime(nextStepAt) }),
    state === 'OPEN' && nextStepAt === null && t(notices.length === 0 ? 'noStep' : 'lastStep'),
  ].filter((line) => line !== false);
  return (
    <Box role="status" sx={{ display: 'grid', gap: 0.25, typography: 'body2' }}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Box>
  );
}
