import type { Emergency, EmergencyDoor } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Glyph, type GlyphName } from '../devices/index.ts';
import { TONE_COLOUR, type Tone } from './door-words.ts';
import { useEmergencyStep } from './emergencies.api.ts';
import { useEmergencies } from './emergency-list.api.ts';
import { EndEmergencyDialog } from './end-emergency-dialog.tsx';

const LOOK: Record<EmergencyDoor['state'], { glyph: GlyphName; tone: Tone }> = {
  WAITING: { glyph: 'clock', tone: 'neutral' },
  UNDER_WAY: { glyph: 'moving', tone: 'neutral' },
  DONE: { glyph: 'check', tone: 'good' },
  OFFLINE: { glyph: 'offline', tone: 'bad' },
  FAILED: { glyph: 'alert', tone: 'bad' },
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
    return (
      <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
        {t('emergency.error')}
      </Box>
    );
  }
  return (emergencies.data?.items ?? [])
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
  const format = useFormat();
  const can = useCan();
  const retry = useEmergencyStep(useProduct(), 'retry');
  const [isEnding, setIsEnding] = useState(false);
  const isInForce = emergency.endedAt === null;
  const done = emergency.doors.filter((door) => door.state === 'DONE').length;
  const stuck = emergency.doors.filter((door) => door.state === 'OFFLINE' || door.state === 'FAILED');
  const title = `${storeName} ${t(`emergency.${isInForce ? 'inForce' : 'ending'}.${emergency.kind}`)}`;
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
        {can('doors:configure') && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {stuck.length > 0 && (
              <Button
                variant="outlined"
                color="inherit"
                aria-disabled={retry.isPending}
                onClick={() => !retry.isPending && retry.mutate(emergency.id)}
              >
                {t('emergency.retry')}
              </Button>
            )}
            {isInForce && (
              <Button variant="contained" onClick={() => setIsEnding(true)}>
                {t(`emergency.end.${emergency.kind}`)}
              </Button>
            )}
          </Box>
        )}
      </Box>
      <LinearProgress
        variant="determinate"
        value={emergency.doors.length === 0 ? 100 : (done / emergency.doors.length) * 100}
        aria-hidden="true"
        color={stuck.length > 0 ? 'error' : 'success'}
      />
      <Box
        role="status"
        data-testid="emergency-progress"
        sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}
      >
        {t('emergency.progress', { done, total: emergency.doors.length })}
        {stuck.length > 0 && (
          <strong> {t('emergency.stuck', { doors: stuck.map((door) => door.name).join(', ') })}</strong>
        )}
      </Box>
      {retry.error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, retry.error)}
        </Box>
      )}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
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

function DoorLine({ door }: { readonly door: EmergencyDoor }) {
  const { t } = useTranslation('doors');
  const look = LOOK[door.state];
  return (
    <Box
      component="li"
      data-testid="emergency-door"
      data-state={door.state}
      sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 0.5, typography: 'body2', minWidth: 0 }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: TONE_COLOUR[look.tone] }}>
        <Glyph name={look.glyph} size={16} />
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {door.name}
      </Box>
      <Box component="span" sx={look.tone === 'bad' ? { fontWeight: 600 } : { color: 'text.secondary' }}>
        {t(door.state === 'DONE' ? `emergency.done.${door.action ?? 'none'}` : `emergency.state.${door.state}`)}
      </Box>
    </Box>
  );
}
