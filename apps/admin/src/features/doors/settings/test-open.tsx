import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CommandSteps, Glyph, hasFailed, putCommand, useCommandWords, useLatestCommand } from '../../devices/index.ts';
import { newerDoor, putDoor } from '../door-cache.ts';
import { DoorRefusalNote } from '../operate/door-refusal.tsx';
import { findOpenRefusal } from '../door-words.ts';

/** Opens the door to test its device: shows each step as it happens, and the duration of the round trip (DR-1). */
export function TestOpen({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const client = useQueryClient();
  const product = useProduct();
  const latest = useLatestCommand(product, door.id);
  const test = useMutation({
    mutationFn: (_before: string | null) =>
      call('POST /api/v2/{product}/door/{doorId}/test', { params: { product, doorId: door.id }, body: {} }),
    onMutate: () => performance.now(),
    onSuccess: ({ command, door: tested }, _before, startedAt) => {
      putCommand(client, product, command);
      putDoor(client, product, newerDoor(client, tested, startedAt));
    },
  });
  // Only the command of this test: an earlier known command belongs to another press.
  const command = test.data?.command ?? (test.isPending && latest?.id !== test.variables ? latest : null);
  const refusal = findOpenRefusal(door);
  return (
    <Box
      role="group"
      aria-label={t('test.title')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Box sx={{ typography: 'subtitle2' }}>{t('test.title')}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {door.testedAt === null
              ? t('test.never')
              : t(door.roundTripMs === null ? 'test.lastUnmeasured' : 'test.last', {
                  when: format.dateTime(door.testedAt),
                  ms: format.number(door.roundTripMs ?? 0),
                })}
          </Box>
        </Box>
        {refusal !== null ? (
          <DoorRefusalNote refusal={refusal} />
        ) : (
          <Button
            variant="outlined"
            color="inherit"
            sx={{ minHeight: 44 }}
            aria-disabled={test.isPending}
            startIcon={<Glyph name={test.isPending ? 'moving' : 'unlock'} size={18} />}
            onClick={() => !test.isPending && test.mutate(latest?.id ?? null)}
          >
            {t(test.isPending ? 'running.OPEN' : 'test.button')}
          </Button>
        )}
      </Box>
      {(test.isPending || command !== null) && <CommandSteps command={command} />}
      <Box role="status" data-testid="test-result" sx={{ typography: 'body2' }}>
        {test.error !== null && problemText(t, test.error)}
        {test.data !== undefined && <Result command={test.data.command} roundTripMs={test.data.door.roundTripMs} />}
      </Box>
    </Box>
  );
}

function Result({ command, roundTripMs }: { readonly command: Command; readonly roundTripMs: number | null }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const words = useCommandWords();
  if (hasFailed(command)) {
    const failure = words.failure(command);
    return (
      <>
        <strong>{failure?.what ?? t('result.OPEN_failed')}</strong> {failure?.next}
      </>
    );
  }
  return roundTripMs === null
    ? t('result.OPEN_inferred')
    : t('test.result', { ms: format.number(roundTripMs), whole: format.number(command.latencyMs ?? roundTripMs) });
}
