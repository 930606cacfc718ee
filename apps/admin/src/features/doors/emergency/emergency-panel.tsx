import type { Emergency, EmergencyDoor } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { PendingPart } from '../../../ui/states/parts-in-order.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Glyph, type GlyphName } from '../../devices/index.ts';
import { TONE_COLOUR, type Tone } from '../door-words.ts';
import { useEmergencyStep } from './emergencies.api.ts';
import { useEmergencies } from './emergency-list.api.ts';
import { EndEmergencyDialog } from './end-emergency-dialog.tsx';
import { findOpenKeypads, isKeypadStuck, useKeypadWords } from './keypad-words.ts';

const STYLES: Record<EmergencyDoor['state'], { glyph: GlyphName; tone: Tone }> = {
  WAITING: { glyph: 'clock', tone: 'neutral' },
  UNDER_WAY: { glyph: 'moving', tone: 'neutral' },
  DONE: { glyph: 'check', tone: 'good' },
  OFFLINE: { glyph: 'offline', tone: 'bad' },
  FAILED: { glyph: 'alert', tone: 'bad' },
  KEYPAD_OPEN: { glyph: 'alert', tone: 'bad' },
};

interface EmergencyPanelsProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * Lockdowns and fire releases of the chosen store or of all, door by door as they proceed (DR-8). Renders nothing
 * without an emergency.
 */
export function EmergencyPanels({ storeId, stores }: EmergencyPanelsProps) {
  const { t } = useTranslation('doors');
  const emergencies = useEmergencies(useProduct(), true);
  if (emergencies.data === undefined && emergencies.isError) {
    return <ProblemAlert text={t('emergency.error')} />;
  }
  if (emergencies.data === undefined) return <PendingPart />;
  return emergencies.data.items
    .filter((emergency) => storeId === null || emergency.storeId === storeId)
    .map((emergency) => (
      <EmergencyPanel
        key={emergency.id}
        emergency={emergency}
        storeName={stores.find((store) => store.id === emergency.storeId)?.name ?? ''}
      />
    ));
}

function EmergencyPanel({ emergency, storeName }: { readonly emergency: Emergency; readonly storeName: string }) {
  const { t } = useTranslation('doors');
  const can = useCan();
  const retry = useEmergencyStep(useProduct(), 'retry');
  const [isEnding, setIsEnding] = useState(false);
  const stuck = emergency.doors.filter((door) => door.state === 'OFFLINE' || door.state === 'FAILED');
  const title = `${storeName} ${t(`emergency.${emergency.endedAt === null ? 'inForce' : 'ending'}.${emergency.kind}`)}`;
  return (
    <Card
      component="section"
      variant="outlined"
      aria-label={title}
      data-testid="emergency"
      data-kind={emergency.kind}
      sx={{ p: 2, display: 'grid', gap: 1.5, borderWidth: 2, borderColor: 'error.main' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <EmergencyHead emergency={emergency} title={title} />
        {can('doors:configure') && (
          <EmergencyActions
            emergency={emergency}
            hasStuckDoors={stuck.length > 0}
            isRetrying={retry.isPending}
            onRetry={() => retry.mutate(emergency.id)}
            onEnd={() => setIsEnding(true)}
          />
        )}
      </Box>
      <EmergencyProgress doors={emergency.doors} stuck={stuck} />
      {emergency.kind === 'LOCKDOWN' && emergency.endedAt === null && <OpenKeypads doors={emergency.doors} />}
      <ProblemAlert error={retry.error} />
      <Box
        component="ul"
        sx={{
          ...PLAIN_LIST,
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {emergency.doors.map((door) => (
          <DoorLine key={door.doorId} door={door} />
        ))}
      </Box>
      {isEnding && (
        <EndEmergencyDialog emergency={emergency} storeName={storeName} onClose={() => setIsEnding(false)} />
      )}
    </Card>
  );
}

/** The kind, the store, the reason, the author and the start of the emergency. */
function EmergencyHead({ emergency, title }: { readonly emergency: Emergency; readonly title: string }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  return (
    <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box component="h2" sx={{ typography: 'h6', m: 0, display: 'flex', gap: 0.75, alignItems: 'center' }}>
        <Box component="span" sx={{ display: 'inline-flex', color: 'error.main' }}>
          <Glyph name={emergency.kind === 'LOCKDOWN' ? 'lock' : 'doorOpen'} size={22} />
        </Box>
        {title}
      </Box>
      <Box sx={{ typography: 'body2' }}>{emergency.reason}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('by', { who: emergency.startedBy, time: format.dateTime(emergency.startedAt) })}
      </Box>
    </Box>
  );
}

interface EmergencyActionsProps {
  readonly emergency: Emergency;
  readonly hasStuckDoors: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly onEnd: () => void;
}

function EmergencyActions({ emergency, hasStuckDoors, isRetrying, onRetry, onEnd }: EmergencyActionsProps) {
  const { t } = useTranslation('doors');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {hasStuckDoors && (
        <Button variant="outlined" color="inherit" aria-disabled={isRetrying} onClick={() => !isRetrying && onRetry()}>
          {t('emergency.retry')}
        </Button>
      )}
      {emergency.endedAt === null && (
        <Button variant="contained" onClick={onEnd}>
          {t(`emergency.end.${emergency.kind}`)}
        </Button>
      )}
    </Box>
  );
}

interface EmergencyProgressProps {
  readonly doors: readonly EmergencyDoor[];
  /** The doors that did not reach their state. */
  readonly stuck: readonly EmergencyDoor[];
}

/** How many doors have reached their state, as a bar and in words; names the stuck ones. */
function EmergencyProgress({ doors, stuck }: EmergencyProgressProps) {
  const { t } = useTranslation('doors');
  const done = doors.filter((door) => door.state === 'DONE').length;
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={doors.length === 0 ? 100 : (done / doors.length) * 100}
        aria-hidden="true"
        color={stuck.length > 0 || doors.some(({ keypad }) => isKeypadStuck(keypad)) ? 'error' : 'success'}
      />
      <Box
        role="status"
        data-testid="emergency-progress"
        sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}
      >
        {t('emergency.progress', { done, total: doors.length })}
        {stuck.length > 0 && (
          <strong> {t('emergency.stuck', { doors: stuck.map((door) => door.name).join(', ') })}</strong>
        )}
      </Box>
    </>
  );
}

/** The doors of a lockdown whose keypads may still open, and what no lockdown stops. */
function OpenKeypads({ doors }: { readonly doors: readonly EmergencyDoor[] }) {
  const { t } = useTranslation('doors');
  const words = useKeypadWords();
  const open = findOpenKeypads([...doors]);
  return (
    <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
      {open.length > 0 && <strong data-testid="open-keypads">{t('keypad.bar', { doors: words.names(open) })}</strong>}
      <Box sx={{ color: 'text.secondary' }}>{t('keypad.own')}</Box>
    </Box>
  );
}

function DoorLine({ door }: { readonly door: EmergencyDoor }) {
  const { t } = useTranslation('doors');
  const style = STYLES[door.state];
  return (
    <Box
      component="li"
      data-testid="emergency-door"
      data-state={door.state}
      sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 0.5, typography: 'body2', minWidth: 0 }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: TONE_COLOUR[style.tone] }}>
        <Glyph name={style.glyph} size={16} />
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {door.name}
      </Box>
      <Box component="span" sx={style.tone === 'bad' ? { fontWeight: 600 } : { color: 'text.secondary' }}>
        {t(door.state === 'DONE' ? `emergency.done.${door.action ?? 'none'}` : `emergency.state.${door.state}`)}
      </Box>
    </Box>
  );
}
