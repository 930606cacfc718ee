import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { RecordDrawer } from '../../ui/list/record-drawer.tsx';
import { CommandSteps } from './command-steps-line.tsx';
import { CommandTimeline } from './command-timeline.tsx';
import { useCommandWords } from './command-words.ts';
import { useCausingCommand } from './device-history.api.ts';
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
  /** Opens the command that caused this report. */
  readonly onOpenCommand: (command: Command) => void;
}

/** All details of one command or report: its steps with their times, its cause, its values and its ids. */
export function HistoryDrawer({ command, storeName, roomName, onClose, onOnlyBy, onOpenCommand }: HistoryDrawerProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const failure = words.failure(command);
  const facts = useCommandFacts({ command, storeName, roomName });
  const { id: causeId, kind } = command.cause;
  return (
    <RecordDrawer
      titleId="history-drawer-title"
      width={400}
      caption={t('drawer.title')}
      title={`${command.target.name} · ${words.action(command.action)}`}
      close={{ label: t('drawer.close'), icon: <Glyph name="cross" size={20} /> }}
      onClose={onClose}
    >
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
      {command.commandId !== undefined && (
        <ErrorBoundary place="section">
          <CausingCommand commandId={command.commandId} onOpen={onOpenCommand} />
        </ErrorBoundary>
      )}
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
      <FactList facts={facts} isValueAtEnd canBreakLabels />
      {causeId !== null && (kind === 'PERSON' || kind === 'RESERVATION' || kind === 'GUEST') && (
        <Button color="inherit" variant="outlined" onClick={() => onOnlyBy(causeId)}>
          {t('drawer.onlyBy', { name: words.cause(command.cause) })}
        </Button>
      )}
    </RecordDrawer>
  );
}

interface CausingCommandProps {
  readonly commandId: string;
  readonly onOpen: (command: Command) => void;
}

/** Leads from a report to the command that caused it (DH-20). */
function CausingCommand({ commandId, onOpen }: CausingCommandProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const format = useFormat();
  const { data: command } = useCausingCommand(useProduct(), commandId);
  return (
    <Button
      color="inherit"
      variant="outlined"
      data-testid="causing-command"
      disabled={command === undefined}
      sx={{ justifyContent: 'flex-start', textAlign: 'start' }}
      onClick={() => command && onOpen(command)}
    >
      {command === undefined
        ? t('drawer.causedBy')
        : `${t('drawer.causedBy')}: ${words.action(command.action)} · ${format.dateTimeSeconds(command.requestedAt)}`}
    </Button>
  );
}

/** Whether it was sent to the device. A report was not, and has no steps. */
function isOrder({ status }: Command): boolean {
  return status !== 'REPORTED';
}

function useCommandFacts({
  command,
  storeName,
  roomName,
}: Pick<HistoryDrawerProps, 'command' | 'storeName' | 'roomName'>): readonly Fact[] {
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

/**
 * Seconds such as `:07.123`, because the steps of a command are only milliseconds apart. They are the same in every
 * zone.
 */
function secondsOf(instant: string): string {
  return new Date(instant).toISOString().slice(16, 23);
}
