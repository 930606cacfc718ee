import type { ReservationAccess, ReservationDetail, Store } from '@munjigi/contract';
import { mustGiveReason } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../../api/problem-text.ts';
import { useAuthContext, useCan, useProduct } from '../../../../session/auth.tsx';
import { PLAIN_LIST } from '../../../../ui/form/layouts.ts';
import { ReasonDialog } from '../../../../ui/form/dialog/reason-dialog.tsx';
import { SendText } from '../../../../ui/form/send-text.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { useAgeCheck } from '../../../age-checks/index.ts';
import { AccessDoor } from './access-door.tsx';
import { useCodeMessage } from './code-message.ts';
import { useRereadEntryFacts } from './entry-facts.api.ts';
import { useAccess, useChangeCode, useRevealCode } from './access.api.ts';

type Door = ReservationAccess['doors'][number];

/** Whether the reservation has a code, or may still have one. */
export function hasAccess({ kind, state }: Pick<ReservationDetail, 'kind' | 'state'>): boolean {
  return kind === 'GUEST' && (state === 'CONFIRMED' || state === 'IN_USE');
}

interface AccessCardProps {
  readonly reservation: ReservationDetail;
  readonly store: Store;
  readonly roomName: string;
  /** The guest's phone, after the person has asked to see it. */
  readonly guestPhone: string | null;
  /** Giving the code to the guest is what the reservation needs now (RV-60). */
  readonly isLeading: boolean;
}

/** The guest's access: the code, hidden until a person reveals it, and its state in each lock (DR-5). */
export function AccessCard({ reservation, store, roomName, guestPhone, isLeading }: AccessCardProps) {
  const { t } = useTranslation(['reservations', 'form']);
  const { id: reservationId } = reservation;
  const message = useCodeMessage(reservation, store, roomName);
  const product = useProduct();
  const access = useAccess(product, reservationId);
  const reveal = useRevealCode(product, reservationId);
  const isUnchecked = useIsUnchecked(product, reservation);
  if (access.data === undefined) {
    return access.isError ? <ProblemAlert error={access.error} /> : <Skeleton variant="rounded" height={72} />;
  }
  const { codeId, doors } = access.data;
  const shown = codeId !== null && reveal.data?.codeId === codeId ? reveal.data : null;
  const spareOf = (door: Door) => shown?.spares?.find((spare) => spare.id === door.spare?.id)?.code ?? null;
  // A spare code may have been given to the guest after the codes were read.
  const isAllShown = shown?.code != null && doors.every((door) => door.spare === null || spareOf(door) !== null);
  const send = (code: string, name: string, door?: string) => (
    <SendText value={code} name={name} message={message(code, door)} phone={guestPhone} />
  );
  return (
    <Box data-testid="access" sx={{ typography: 'body2', display: 'grid', gap: 1, '* + &': { mt: 1 } }}>
      {codeId !== null && (
        <Code
          key={codeId}
          codeId={codeId}
          reservationId={reservationId}
          code={shown?.code ?? null}
          isAllShown={isAllShown}
          isLeading={isLeading}
          reveal={reveal}
        />
      )}
      {shown?.code != null && send(shown.code, t('access.title'))}
      {codeId === null && <span>{t(`access.${reasonOf(doors, isUnchecked)}`)}</span>}
      <Box component="ul" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75 }}>
        {doors.map((door) => (
          <AccessDoor
            key={door.doorId}
            door={door}
            spareCode={spareOf(door)}
            send={(code) => send(code, `${door.doorName} ${t('access.spare.label')}`, door.doorName)}
          />
        ))}
      </Box>
    </Box>
  );
}

function reasonOf(doors: readonly Door[], isUnchecked: boolean): 'noDoors' | 'noKeypads' | 'unchecked' | 'coming' {
  if (doors.length === 0) return 'noDoors';
  if (!doors.some((door) => door.keepsCodes)) return 'noKeypads';
  return isUnchecked ? 'unchecked' : 'coming';
}

/** Whether the code waits for the check of the guest's age (AG-7). */
function useIsUnchecked(product: string, { id, version }: ReservationDetail): boolean {
  const { data } = useAgeCheck(product, id, version);
  return data !== undefined && data.basis !== null && data.metAt === null;
}

interface CodeProps {
  readonly codeId: string;
  readonly reservationId: string;
  /** `null` until a person asks to see it. */
  readonly code: string | null;
  /** Whether the spare codes of its doors are shown as well. */
  readonly isAllShown: boolean;
  readonly isLeading: boolean;
  readonly reveal: ReturnType<typeof useRevealCode>;
}

/** The acts on the code: at once, or after the reason that support must give. */
function useCodeActs({ codeId, reservationId, reveal }: Pick<CodeProps, 'codeId' | 'reservationId' | 'reveal'>) {
  const product = useProduct();
  const change = useChangeCode(product, reservationId);
  const reread = useRereadEntryFacts(product, reservationId);
  const { user } = useAuthContext();
  const mustSay = mustGiveReason(user?.roles ?? []);
  const [act, setAct] = useState<CodeAct | null>(null);

  function run(which: CodeAct, reason?: string): void {
    if (reveal.isPending || change.isPending) return;
    const onSuccess = () => {
      setAct(null);
      reread();
    };
    const done = { onSuccess };
    if (which === 'reveal') reveal.mutate(reason, done);
    else change.mutate({ verb: 'replace', codeId, reason }, done);
  }

  function press(which: CodeAct): void {
    if (!mustSay) return run(which);
    reveal.reset();
    change.reset();
    setAct(which);
  }

  return { change, act, run, press, close: () => setAct(null) };
}

function Code({ codeId, reservationId, code, isAllShown, isLeading, reveal }: CodeProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const { change, act, run, press, close } = useCodeActs({ codeId, reservationId, reveal });
  const error = act === null ? (reveal.error ?? change.error) : null;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, minHeight: 32 }}>
        <CodeDigits code={code} />
        {can('doors:operate') && (
          <CodeActions
            isAllShown={isAllShown}
            isLeading={isLeading}
            isRevealing={reveal.isPending}
            isChanging={change.isPending}
            onPress={press}
            onResend={() => !change.isPending && change.mutate({ verb: 'resend', codeId })}
          />
        )}
      </Box>
      {code !== null && (
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {t('drawer.revealed')}
        </Box>
      )}
      <ProblemAlert error={error} />
      {act !== null && (
        <CodeReason
          act={act}
          isBusy={reveal.isPending || change.isPending}
          error={reveal.error ?? change.error}
          onReason={(reason) => run(act, reason)}
          onClose={close}
        />
      )}
    </>
  );
}

function CodeDigits({ code }: Pick<CodeProps, 'code'>) {
  const { t } = useTranslation('reservations');
  return (
    <Box
      component="span"
      data-testid="access-code"
      aria-label={code === null ? t('access.hidden') : undefined}
      sx={{ typography: 'h6', fontVariantNumeric: 'tabular-nums', letterSpacing: '0.12em' }}
    >
      {code ?? '••••••'}
    </Box>
  );
}

interface CodeActionsProps extends Pick<CodeProps, 'isAllShown' | 'isLeading'> {
  readonly isRevealing: boolean;
  readonly isChanging: boolean;
  readonly onPress: (act: CodeAct) => void;
  readonly onResend: () => void;
}

function CodeActions({ isAllShown, isLeading, isRevealing, isChanging, onPress, onResend }: CodeActionsProps) {
  const { t } = useTranslation('reservations');
  return (
    <>
      {!isAllShown && (
        <Button
          size="small"
          variant={isLeading ? 'contained' : 'outlined'}
          color={isLeading ? 'primary' : 'inherit'}
          startIcon={<Icon name="eye" size={16} />}
          aria-disabled={isRevealing}
          onClick={() => onPress('reveal')}
        >
          {t(isLeading ? 'access.give' : 'access.reveal')}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: '-5px' }}>
        <Button size="small" color="inherit" aria-disabled={isChanging} onClick={onResend}>
          {t('access.resend')}
        </Button>
        <Button size="small" color="inherit" aria-disabled={isChanging} onClick={() => onPress('replace')}>
          {t('access.replace')}
        </Button>
      </Box>
    </>
  );
}

/** Shows the code, or replaces it. */
type CodeAct = 'reveal' | 'replace';
const LONGEST_REASON = 200;

interface CodeReasonProps {
  readonly act: CodeAct;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks support for a reason, as opening the door does (AC-6). */
function CodeReason({ act, isBusy, error, onReason, onClose }: CodeReasonProps) {
  const { t } = useTranslation('reservations');
  return (
    <ReasonDialog
      title={t(`access.reason.${act}`)}
      label={t('access.reason.label')}
      hint={t('access.reason.hint')}
      confirmLabel={t(`access.${act}`)}
      color="primary"
      maxLength={LONGEST_REASON}
      isBusy={isBusy}
      failure={error === null ? null : problemText(t, error)}
      onReason={onReason}
      onClose={onClose}
    />
  );
}
