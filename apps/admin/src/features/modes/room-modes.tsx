import type { Command, Mode, ModeRun, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { useFormat } from '../../ui/format.ts';
import { SectionCard } from '../../ui/section-head.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useUndoOffer } from '../../ui/toast/use-undo.ts';
import { Glyph, hasEnded, hasFailed, useCommandWords } from '../devices/index.ts';
import { useApplyMode, useLatestRun, useModes, useRetryRun, useUndoRun } from './modes.api.ts';

/** The modes of a room, and the result of the last one at each device (RM-5). */
export function RoomModes({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['modes', 'devices']);
  const product = useProduct();
  const modes = useModes(product, room.storeId);
  const run = useLatestRun(product, room.id);
  const failed = modes.data === undefined ? modes : run;
  if (modes.data === undefined || run.data === undefined) {
    return <Unread query={failed} height={96} />;
  }
  return (
    <SectionCard id="room-modes" title={t('title')} gap={1.5} testId="room-modes">
      {modes.data.items.length === 0 ? (
        <NoModes storeId={room.storeId} />
      ) : (
        <Choice room={room} modes={modes.data.items} latest={run.data} />
      )}
      {run.data !== null && <Outcome run={run.data} isArchived={room.archivedAt !== null} />}
    </SectionCard>
  );
}

function NoModes({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('modes');
  const can = useCan();
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
      {t('none')}{' '}
      {can('devices:configure') && <Link to={`/dashboard/store?store=${storeId}&tab=modes`}>{t('make')}</Link>}
    </Box>
  );
}

interface ChoiceProps {
  readonly room: Room;
  readonly modes: readonly Mode[];
  readonly latest: ModeRun | null;
}

function Choice({ room, modes, latest }: ChoiceProps) {
  const { t } = useTranslation('modes');
  const can = useCan();
  const product = useProduct();
  const apply = useApplyMode(product, room.id);
  const undo = useUndoRun(product);
  const offerUndo = useUndoOffer();
  if (!can('devices:control') || room.archivedAt !== null) return null;
  const formerName = latest?.modeName ?? null;
  function start(mode: Mode): void {
    apply.mutate(mode.id, {
      onSuccess: (run) =>
        offerUndo(
          formerName === null
            ? t('appliedFirst', { mode: mode.name })
            : t('applied', { mode: mode.name, before: formerName }),
          async () => {
            const { commands } = await undo.mutateAsync(run.id);
            const failed = commands.filter(hasFailed);
            return failed.length > 0
              ? t('undonePartly', { devices: failed.map(({ target }) => target.name).join(', ') })
              : null;
          },
        ),
    });
  }
  return (
    <>
      <Box role="group" aria-labelledby="room-modes" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {modes.map((mode) => {
          const isLatest = latest?.modeId === mode.id;
          return (
            <Button
              key={mode.id}
              variant="outlined"
              color="inherit"
              disabled={apply.isPending}
              aria-pressed={isLatest}
              onClick={() => start(mode)}
              sx={{
                overflowWrap: 'anywhere',
                ...(isLatest && { color: 'var(--accent-text)', borderColor: 'var(--accent-text)', fontWeight: 700 }),
              }}
            >
              {mode.name}
            </Button>
          );
        })}
      </Box>
      <ProblemAlert error={apply.error} />
    </>
  );
}

function Outcome({ run, isArchived }: { readonly run: ModeRun; readonly isArchived: boolean }) {
  const { t } = useTranslation('modes');
  const can = useCan();
  const format = useFormat();
  const retry = useRetryRun(useProduct());
  const done = run.commands.filter((command) => command.status === 'EXECUTED').length;
  const canRetry =
    can('devices:control') &&
    !isArchived &&
    run.commands.some((command) => hasFailed(command) && command.error?.code !== 'FORMER_STATE_UNKNOWN');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box role="status" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        <strong>{run.modeName ?? t('noMode')}</strong> · {run.undoesRunId !== null && <>{t('undone')} · </>}
        {run.commands.length === 0
          ? t(run.undoesRunId === null ? 'nothing' : 'nothingToUndo')
          : t('progress', { done, total: run.commands.length })}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          · {t('by', { name: run.startedBy, time: format.dateTime(run.startedAt) })}
        </Box>
      </Box>
      {run.commands.length > 0 && (
        <Box component="ul" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75 }}>
          {run.commands.map((command) => (
            <Result key={command.target.id} command={command} />
          ))}
        </Box>
      )}
      {canRetry && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={retry.isPending}
          sx={{ justifySelf: 'start' }}
          onClick={() => retry.mutate(run.id)}
        >
          {t('retry')}
        </Button>
      )}
      <ProblemAlert error={retry.error} />
    </Box>
  );
}

function Result({ command }: { readonly command: Command }) {
  const { t } = useTranslation('modes');
  const words = useCommandWords();
  const failure = words.failure(command);
  return (
    <Box
      component="li"
      data-testid="mode-result"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, typography: 'body2' }}
    >
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {command.target.name}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {words.state(command.state ?? {})}
      </Box>
      {failure === null ? (
        <span>{hasEnded(command) ? t('done') : t('pending')}</span>
      ) : (
        <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'error.main' }}>
            <Glyph name="alert" size={14} />
          </Box>
          {failure.what} {failure.next}
        </Box>
      )}
    </Box>
  );
}
