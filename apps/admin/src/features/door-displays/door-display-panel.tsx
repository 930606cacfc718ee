import type { DoorDisplay, Room } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { useDoorDisplay, useIssueDisplay } from './door-displays.api.ts';
import { DisplayLinkDialog, ReplaceDisplayDialog, RevokeDisplayDialog } from './display-dialogs.tsx';

/** A tablet that asks every half minute and was not seen for so long has a problem. */
const SILENT_MS = 10 * 60_000;

/** The tablet at the door of a room: its state, and its link for people with `doors:configure` (DP-1). */
export function DoorDisplayPanel({ room }: { readonly room: Room }) {
  const { t } = useTranslation('door-displays');
  const product = useProduct();
  const display = useDoorDisplay(product, room.id);
  const mayConfigure = useCan()('doors:configure');
  const issue = useIssueDisplay(product, room.id);
  const [dialog, setDialog] = useState<'replace' | 'revoke' | null>(null);
  const make = (replacesDisplayId: string | null) => {
    setDialog(null);
    if (!issue.isPending) issue.mutate(replacesDisplayId);
  };
  if (display.data === undefined && display.isError)
    return <ErrorState error={display.error} onRetry={() => void display.refetch()} />;
  if (display.data === undefined) return <Skeleton variant="rounded" height={120} aria-busy="true" />;
  const { state, displayId } = display.data;
  return (
    <Card variant="outlined" component="section" aria-label={t('title')} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <SectionHead title={t('title')} text={t('text')}>
        {null}
      </SectionHead>
      <DisplayState display={display.data} />
      {mayConfigure && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            color="inherit"
            aria-disabled={issue.isPending}
            onClick={() => (state === 'ACTIVE' ? setDialog('replace') : make(null))}
          >
            {t(state === 'ACTIVE' ? 'replace' : 'make')}
          </Button>
          {state === 'ACTIVE' && (
            <Button variant="outlined" color="error" onClick={() => setDialog('revoke')}>
              {t('revoke')}
            </Button>
          )}
        </Box>
      )}
      <ProblemAlert error={issue.error} />
      {dialog === 'replace' && (
        <ReplaceDisplayDialog room={room} onClose={() => setDialog(null)} onConfirm={() => make(displayId)} />
      )}
      {dialog === 'revoke' && <RevokeDisplayDialog room={room} onClose={() => setDialog(null)} />}
      {issue.data !== undefined && <DisplayLinkDialog path={issue.data.path} onClose={issue.reset} />}
    </Card>
  );
}

function DisplayState({ display }: { readonly display: DoorDisplay }) {
  const { t } = useTranslation('door-displays');
  const format = useFormat();
  const now = useNow();
  const { state, issuedAt, issuedByName, lastSeenAt, revokedAt } = display;
  if (state === 'NONE') return <Box sx={{ typography: 'body2' }}>{t('none')}</Box>;
  if (state === 'REVOKED')
    return (
      <Box sx={{ typography: 'body2' }}>
        {t('none')} {revokedAt !== null && t('revokedAt', { when: format.dateTime(revokedAt) })}
      </Box>
    );
  const isSilent = lastSeenAt !== null && now - Date.parse(lastSeenAt) > SILENT_MS;
  return (
    <>
      <Box sx={{ typography: 'body2' }}>
        {lastSeenAt === null ? t('neverSeen') : t('seen', { when: format.relative(lastSeenAt) })}
        {issuedAt !== null && (
          <Box sx={{ color: 'text.secondary' }}>
            {t('issued', { when: format.dateTime(issuedAt), name: issuedByName ?? '' })}
          </Box>
        )}
      </Box>
      {isSilent && <Alert severity="warning">{t('silent')}</Alert>}
    </>
  );
}
