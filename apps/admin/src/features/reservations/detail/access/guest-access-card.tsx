import type { GuestAccess, ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../../session/auth.tsx';
import { ConfirmDialog } from '../../../../ui/form/dialog/confirm-dialog.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { CopyField } from '../../../../ui/form/copy-field.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { useGuestAccess, useIssueGuestAccess, useRevokeGuestAccess } from './guest-access.api.ts';

const ISSUING_STATES: readonly ReservationDetail['state'][] = ['PENDING', 'CONFIRMED', 'IN_USE'];

type Reservation = Pick<ReservationDetail, 'id' | 'state'>;
type Act = 'issue' | 'reissue' | 'revoke';

/** The access token of the guest: its state, and issuing, replacing and revoking it (GT-3). */
export function GuestAccessCard({ reservation }: { readonly reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const access = useGuestAccess(useProduct(), reservation.id);
  return (
    <Box data-testid="guest-access" sx={{ typography: 'body2', display: 'grid', gap: 1 }}>
      <Box sx={{ color: 'text.secondary' }}>{t('guestAccess.about')}</Box>
      {access.data === undefined ? (
        access.isError ? (
          <ProblemAlert error={access.error} />
        ) : (
          <Skeleton variant="rounded" height={56} />
        )
      ) : (
        <LoadedAccess reservation={reservation} access={access.data} />
      )}
    </Box>
  );
}

interface LoadedAccessProps {
  readonly reservation: Reservation;
  readonly access: GuestAccess;
}

function LoadedAccess({ reservation, access }: LoadedAccessProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const can = useCan();
  const issue = useIssueGuestAccess(product, reservation.id);
  const revoke = useRevokeGuestAccess(product, reservation.id);
  const [act, setAct] = useState<Act | null>(null);
  const isActive = access.state === 'ACTIVE';
  const isReadable = isActive || access.state === 'READABLE';
  const mayIssue = ISSUING_STATES.includes(reservation.state);

  function run(which: Act): void {
    issue.reset();
    revoke.reset();
    setAct(null);
    if (which === 'revoke') revoke.mutate();
    else issue.mutate(isActive ? access.tokenId : null);
  }

  return (
    <>
      <TokenState access={access} />
      {issue.data !== undefined && isActive && <TokenOnce token={issue.data.token} onDone={() => issue.reset()} />}
      {can('reservations:write') ? (
        <TokenActions
          isActive={isActive}
          mayRevoke={isReadable}
          mayIssue={mayIssue}
          isBusy={issue.isPending || revoke.isPending}
          onPress={setAct}
        />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t('guestAccess.readOnly')}</Box>
      )}
      <ProblemAlert error={issue.error ?? revoke.error} />
      {act !== null && (
        <ConfirmDialog
          title={t(`guestAccess.ask.${act}`)}
          confirmLabel={t(`guestAccess.${act}`)}
          isDangerous={act !== 'issue'}
          onConfirm={() => run(act)}
          onClose={() => setAct(null)}
        >
          {t(`guestAccess.why.${act}`)}
        </ConfirmDialog>
      )}
    </>
  );
}

function TokenState({ access }: Pick<LoadedAccessProps, 'access'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const { state, issuedAt, issuedByName, lastUsedAt, expiresAt, readableUntil, revokedAt, companions } = access;
  if (state === 'NONE' || issuedAt === null || expiresAt === null) return <span>{t('guestAccess.none')}</span>;
  if (state === 'REVOKED')
    return <span>{t('guestAccess.revoked', { when: format.dateTime(revokedAt ?? expiresAt) })}</span>;
  if (state === 'EXPIRED')
    return <span>{t('guestAccess.expired', { when: format.dateTime(readableUntil ?? expiresAt) })}</span>;
  return (
    <FactList
      rowGap={0.5}
      facts={[
        [
          t('guestAccess.issued'),
          t('guestAccess.issuedBy', {
            when: format.dateTime(issuedAt),
            name: issuedByName ?? t('guestAccess.byMessage'),
          }),
        ],
        [t('guestAccess.used'), lastUsedAt === null ? t('guestAccess.never') : format.dateTime(lastUsedAt)],
        [t('guestAccess.expires'), format.dateTime(expiresAt)],
        [t('guestAccess.readable'), readableUntil === null ? '' : format.dateTime(readableUntil)],
        [
          t('guestAccess.companions'),
          companions === 0 ? t('guestAccess.noCompanions') : t('guestAccess.companionCount', { count: companions }),
        ],
      ]}
    />
  );
}

interface TokenOnceProps {
  /** `null`: the reply with the token was lost. */
  readonly token: string | null;
  readonly onDone: () => void;
}

function TokenOnce({ token, onDone }: TokenOnceProps) {
  const { t } = useTranslation('reservations');
  if (token === null) return <Box role="alert">{t('guestAccess.gone')}</Box>;
  const link = `${location.origin}/g/${token}`;
  return (
    <Box
      data-testid="guest-token"
      sx={{ display: 'grid', gap: 1, p: 1.5, borderRadius: 1, border: 1, borderColor: 'info.main' }}
    >
      <Box role="alert">{t('guestAccess.once')}</Box>
      <CopyField label={t('guestAccess.link')} value={link} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" color="inherit" variant="outlined" href={link} target="_blank" rel="noopener noreferrer">
          {t('guestAccess.openLink')}
        </Button>
        <Button size="small" color="inherit" onClick={onDone}>
          {t('guestAccess.done')}
        </Button>
      </Box>
    </Box>
  );
}

interface TokenActionsProps {
  readonly isActive: boolean;
  readonly mayRevoke: boolean;
  readonly mayIssue: boolean;
  readonly isBusy: boolean;
  readonly onPress: (act: Act) => void;
}

function TokenActions({ isActive, mayRevoke, mayIssue, isBusy, onPress }: TokenActionsProps) {
  const { t } = useTranslation('reservations');
  const button = (act: Act, variant: 'outlined' | 'text') => (
    <Button
      size="small"
      color="inherit"
      variant={variant}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onPress(act)}
    >
      {t(`guestAccess.${act}`)}
    </Button>
  );
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {mayIssue && button(isActive ? 'reissue' : 'issue', 'outlined')}
        {mayRevoke && button('revoke', 'text')}
      </Box>
      {!mayIssue && !isActive && <Box sx={{ color: 'text.secondary' }}>{t('guestAccess.over')}</Box>}
    </>
  );
}
