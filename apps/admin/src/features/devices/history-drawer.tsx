import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useFormat } from '../../ui/format.ts';
import { CommandSteps } from './command-steps-line.tsx';
import { CommandTimeline } from './command-timeline.tsx';
import { useCommandWords } from './command-words.ts';
import { IncidentMark } from './history-list.tsx';
import { Glyph } from './icons.tsx';
import { StatusChip } from './status-chip.tsx';

interface HistoryDrawerProps {
  readonly command: Command;
  readonly storeName: string;
  readonly roomName: string;
  readonly onClose: () => void;
  /** Filters the history by this person or reservation. */
  readonly onOnlyBy: (causeId: string) => void;
}

/** All details of one command or report: its steps with their times, its cause, its values and its ids. */
export function HistoryDrawer({ command, storeName, roomName, onClose, onOnlyBy }: HistoryDrawerProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const failure = words.failure(command);
  const { id: causeId, kind } = command.cause;
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'history-drawer-title',
          sx: { width: 400, maxWidth: '100vw', p: 2, gap: 2 },
        },
      }}
    >
      <DrawerHead command={command} onClose={onClose} />
      <Box>
        <StatusChip status={command.status} />
        {command.incident !== undefined && <IncidentMark />}
      </Box>
      {failure !== null && (
        <Box sx={{ typography: 'body2' }}>
          <strong>{failure.what}</strong> {failure.next}
        </Box>
      )}
      <Box data-testid="command-why" sx={{ typography: 'body2' }}>
        {words.why(command)}
      </Box>
      {isOrder(command) && (
        <ErrorBoundary place="section">
          <CommandSteps command={command} />
        </ErrorBoundary>
      )}
      {isOrder(command) && (
        <ErrorBoundary place="section">
          <CommandTimeline commandId={command.id} requestedAt={command.requestedAt} status={command.status} />
        </ErrorBoundary>
      )}
      <CommandFacts command={command} storeName={storeName} roomName={roomName} />
      {causeId !== null && (kind === 'PERSON' || kind === 'RESERVATION') && (
        <Button color="inherit" variant="outlined" onClick={() => onOnlyBy(causeId)}>
          {t('drawer.onlyBy', { name: words.cause(command.cause) })}
        </Button>
      )}
    </Drawer>
  );
}

/** Whether it was sent to the device; a report was not, and has no steps. */
function isOrder({ status }: Command): boolean {
  return status !== 'REPORTED';
}

function DrawerHead({ command, onClose }: Pick<HistoryDrawerProps, 'command' | 'onClose'>) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('drawer.title')}</Box>
        <Box component="h2" id="history-drawer-title" sx={{ typography: 'h6', m: 0 }}>
          {command.target.name} · {words.action(command.action)}
        </Box>
      </Box>
      <IconButton autoFocus aria-label={t('drawer.close')} onClick={onClose}>
        <Glyph name="cross" size={20} />
      </IconButton>
    </Box>
  );
}

type CommandFactsProps = Pick<HistoryDrawerProps, 'command' | 'storeName' | 'roomName'>;

function CommandFacts(props: CommandFactsProps) {
  const facts = useCommandFacts(props);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        columnGap: 2,
        rowGap: 1,
        typography: 'body2',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, textAlign: 'end', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
      }}
    >
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

function useCommandFacts({
  command,
  storeName,
  roomName,
}: CommandFactsProps): readonly (readonly [label: string, value: string])[] {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const format = useFormat();
  const at = (instant: string | null) =>
    instant === null ? t('none') : `${format.dateTime(instant)}${secondsOf(instant)}`;
  const places = [storeName, roomName].filter((name) => name !== '');
  return [
    [t('drawer.store'), places.length === 0 ? t('none') : places.join(' · ')],
    ...(command.state === null ? [] : ([[t('column.state'), words.state(command.state)]] as const)),
    [t('column.cause'), words.cause(command.cause)],
    [t('column.source'), words.source(command.source)],
    [t('drawer.reason'), command.reason ?? t('none')],
    [t('column.requestedAt'), at(command.requestedAt)],
    ...(isOrder(command)
      ? ([
          [t('drawer.sentAt'), at(command.sentAt)],
          [t('drawer.acknowledgedAt'), at(command.acknowledgedAt)],
          [t('drawer.expiresAt'), at(command.expiresAt)],
          [t('column.latency'), command.latencyMs === null ? t('none') : words.ms(command.latencyMs)],
        ] as const)
      : []),
    [t('drawer.commandId'), command.id],
    [t('drawer.targetId'), command.target.id],
  ];
}

/** `:07.123`: the steps of a command are only milliseconds apart. The same in every zone. */
function secondsOf(instant: string): string {
  return new Date(instant).toISOString().slice(16, 23);
}
