import type { GuestProfile } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ToneLabel } from '../../ui/tone-chip.tsx';
import { BlockGuestDialog } from './block-guest-dialog.tsx';
import { useMayBlockEverywhere } from './block-reach.ts';
import { GuestNoteDialog } from './guest-note-dialog.tsx';
import { useGuestProfile } from './guest-profiles.api.ts';
import { UnblockGuestDialog } from './unblock-guest-dialog.tsx';

type Opened = 'NOTE' | 'BLOCK' | 'UNBLOCK' | null;

/** How often the guest of a reservation has come, the note of the store, and the block (RG-1). */
export function GuestProfileLines({ reservationId }: { readonly reservationId: string }) {
  const { data, error } = useGuestProfile(useProduct(), reservationId);
  const [opened, setOpened] = useState<Opened>(null);
  if (data === undefined)
    return error === null ? <Box aria-busy="true" sx={{ minHeight: 32 }} /> : <ProblemAlert error={error} />;
  if (!data.hasPhone) return null;
  const close = () => setOpened(null);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }} data-testid="guest-profile">
      {/* In one line, so that an ordinary stay is read without scrolling (RV-60). */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Visits profile={data} />
        <ProfileActions profile={data} onOpen={setOpened} />
      </Box>
      {data.block !== null && <BlockLine block={data.block} />}
      {data.note !== null && (
        <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} data-testid="guest-note">
          {data.note.text}
        </Box>
      )}
      {opened === 'NOTE' && <GuestNoteDialog profile={data} onClose={close} />}
      {opened === 'BLOCK' && <BlockGuestDialog reservationId={reservationId} storeId={data.storeId} onClose={close} />}
      {opened === 'UNBLOCK' && data.block !== null && <UnblockGuestDialog block={data.block} onClose={close} />}
    </Box>
  );
}

function Visits({ profile }: { readonly profile: GuestProfile }) {
  const { t } = useTranslation('guest-profiles');
  const format = useFormat();
  const { completedCount, noShowCount, cancelledCount, lastVisitAt } = profile;
  const words = [
    completedCount === 0 ? t('visits.first') : t('visits.completed', { count: completedCount }),
    ...(noShowCount > 0 ? [t('visits.noShow', { count: noShowCount })] : []),
    ...(cancelledCount > 0 ? [t('visits.cancelled', { count: cancelledCount })] : []),
    ...(lastVisitAt === null ? [] : [t('visits.last', { date: format.date(lastVisitAt) })]),
  ];
  return (
    <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} data-testid="guest-visits">
      {words.join(' · ')}
    </Box>
  );
}

function BlockLine({ block }: { readonly block: NonNullable<GuestProfile['block']> }) {
  const { t } = useTranslation('guest-profiles');
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 0.25, overflowWrap: 'anywhere' }} data-testid="guest-block">
      <ToneLabel tone={['warning', 'error.main']} isOneLine>
        {t('blocked', { date: format.date(block.endsAt) })}
      </ToneLabel>
      {block.reason}
    </Box>
  );
}

function ProfileActions({
  profile,
  onOpen,
}: {
  readonly profile: GuestProfile;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { t } = useTranslation('guest-profiles');
  const mayBlockEverywhere = useMayBlockEverywhere();
  if (!useCan()('reservations:write')) return null;
  const mayUnblock = profile.block !== null && (profile.block.storeId !== null || mayBlockEverywhere);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, '& button': { py: 0, minHeight: 26 } }}>
      <Button size="small" color="inherit" onClick={() => onOpen('NOTE')}>
        {t(profile.note === null ? 'note.add' : 'note.edit')}
      </Button>
      {profile.block === null && (
        <Button size="small" color="inherit" onClick={() => onOpen('BLOCK')}>
          {t('block.open')}
        </Button>
      )}
      {mayUnblock && (
        <Button size="small" color="inherit" onClick={() => onOpen('UNBLOCK')}>
          {t('unblock.open')}
        </Button>
      )}
    </Box>
  );
}
