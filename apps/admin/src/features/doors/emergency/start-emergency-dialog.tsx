import { type EmergencyKind } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useApprovalRules, useRequestApproval } from '../../approvals/index.ts';
import { Glyph } from '../../devices/index.ts';
import { useDoors } from '../doors.api.ts';
import { useLockdownPreview, useStartEmergency } from './emergencies.api.ts';
import { isKeypadStuck, useKeypadWords } from './keypad-words.ts';

/** The fire release comes first, because nothing in this dialog may delay it. */
const KINDS = ['FIRE_RELEASE', 'LOCKDOWN'] as const satisfies readonly EmergencyKind[];
const LONGEST_REASON = 200;

interface Choice {
  readonly storeId: string;
  readonly kind: EmergencyKind;
  readonly reason: string;
}

interface Store {
  readonly id: string;
  readonly name: string;
}

interface StartEmergencyDialogProps {
  /** The chosen store; `null`: one of `stores` is chosen here. */
  readonly storeId: string | null;
  readonly stores: readonly Store[];
  readonly onClose: () => void;
}

/**
 * Starts a fire release of all doors of a store, or a lockdown (DR-8). A fire release takes its button and one
 * confirmation, and never waits for typed text. A lockdown takes a reason and a confirmation.
 */
export function StartEmergencyDialog({ storeId, stores, onClose }: StartEmergencyDialogProps) {
  const [chosen, setChosen] = useState(storeId ?? (stores.length === 1 ? (stores[0]?.id ?? '') : ''));
  const [kind, setKind] = useState<EmergencyKind | null>(null);
  const [reason, setReason] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const store = stores.find(({ id }) => id === chosen);

  function choose(next: EmergencyKind): void {
    setIsChecked(true);
    if (store === undefined) return;
    setIsChecked(false);
    setKind(next);
    setIsConfirming(next === 'FIRE_RELEASE');
  }
  function next(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    setIsConfirming(reason.trim() !== '');
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="emergency-title">
      {kind === null || store === undefined ? (
        <StoreAndKind
          stores={storeId === null ? stores : []}
          chosenId={chosen}
          isStoreMissing={isChecked && store === undefined}
          onStore={setChosen}
          onKind={choose}
          onClose={onClose}
        />
      ) : isConfirming ? (
        <Confirm
          choice={{ storeId: store.id, kind, reason }}
          storeName={store.name}
          onReason={setReason}
          onClose={onClose}
          onBack={() => (kind === 'LOCKDOWN' ? setIsConfirming(false) : setKind(null))}
        />
      ) : (
        <ReasonForm
          choice={{ storeId: store.id, kind, reason }}
          storeName={store.name}
          isChecked={isChecked}
          onReason={setReason}
          onBack={() => setKind(null)}
          onSubmit={next}
        />
      )}
    </Dialog>
  );
}

interface StoreAndKindProps {
  /** The stores to choose from; a single one needs no choice. */
  readonly stores: readonly Store[];
  readonly chosenId: string;
  readonly isStoreMissing: boolean;
  readonly onStore: (storeId: string) => void;
  readonly onKind: (kind: EmergencyKind) => void;
  readonly onClose: () => void;
}

/** The fields for the store and the kind of emergency. */
function StoreAndKind({ stores, chosenId, isStoreMissing, onStore, onKind, onClose }: StoreAndKindProps) {
  const { t } = useTranslation('doors');
  return (
    <>
      <DialogTitle id="emergency-title">{t('emergency.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {stores.length > 1 && (
          <Box sx={{ pt: 1 }}>
            <SelectInput
              label={t('emergency.store')}
              value={chosenId}
              onChange={onStore}
              isRequired
              error={isStoreMissing ? t('emergency.storeRequired') : undefined}
              options={[
                { value: '', label: t('emergency.chooseStore') },
                ...stores.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Box>
        )}
        {KINDS.map((kind) => (
          <KindButton key={kind} kind={kind} onPress={() => onKind(kind)} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('reason.cancel')}
        </Button>
      </DialogActions>
    </>
  );
}

interface ReasonFormProps {
  readonly choice: Choice;
  readonly storeName: string;
  readonly isChecked: boolean;
  readonly onReason: (reason: string) => void;
  readonly onBack: () => void;
  readonly onSubmit: (event: FormEvent) => void;
}

/** The reason of a lockdown, before its confirmation. */
function ReasonForm({ choice, storeName, isChecked, onReason, onBack, onSubmit }: ReasonFormProps) {
  const { t } = useTranslation('doors');
  const { kind, reason } = choice;
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogTitle id="emergency-title">
        {storeName} {t(`emergency.name.${kind}`)}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ typography: 'body2' }}>{t(`emergency.text.${kind}`)}</Box>
        <TextInput
          label={t('reason.label')}
          value={reason}
          onChange={onReason}
          isRequired
          maxLength={LONGEST_REASON}
          error={isChecked && reason.trim() === '' ? t('reason.required') : undefined}
          hint={t('emergency.reasonHint')}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onBack}>
          {t('emergency.back')}
        </Button>
        <Button type="submit" variant="contained">
          {t('emergency.next')}
        </Button>
      </DialogActions>
    </form>
  );
}

function KindButton({ kind, onPress }: { readonly kind: EmergencyKind; readonly onPress: () => void }) {
  const { t } = useTranslation('doors');
  const isFire = kind === 'FIRE_RELEASE';
  return (
    <Button
      variant={isFire ? 'contained' : 'outlined'}
      color={isFire ? 'error' : 'inherit'}
      onClick={onPress}
      startIcon={<Glyph name={isFire ? 'doorOpen' : 'lock'} size={24} />}
      sx={{ minHeight: 72, px: 2, py: 1, justifyContent: 'flex-start', textAlign: 'start' }}
    >
      <Box>
        <Box sx={{ typography: 'subtitle1' }}>{t(`emergency.name.${kind}`)}</Box>
        <Box sx={{ typography: 'body2' }}>{t(`emergency.text.${kind}`)}</Box>
      </Box>
    </Button>
  );
}

interface ConfirmProps {
  readonly choice: Choice;
  readonly storeName: string;
  readonly onReason: (reason: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/**
 * What the emergency will do, and the button that starts it. The reason of a fire release is preset and can be changed.
 */
function Confirm({ choice, storeName, onReason, onBack, onClose }: ConfirmProps) {
  const { t } = useTranslation('doors');
  const { storeId, kind } = choice;
  const { needsTwo, isPending, error, submit } = useEmergencyStart(choice, onClose);
  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle id="emergency-title">{t(`emergency.sureTitle.${kind}`)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Box sx={{ typography: 'subtitle1' }}>{storeName}</Box>
        <Consequence storeId={storeId} kind={kind} />
        {kind === 'LOCKDOWN' && (
          <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('emergency.because', { reason: choice.reason.trim() })}
          </Box>
        )}
        {kind === 'FIRE_RELEASE' && (
          <Box sx={{ pt: 1 }}>
            <TextInput
              label={t('emergency.reasonOptional')}
              value={choice.reason}
              onChange={onReason}
              maxLength={LONGEST_REASON}
              hint={t('emergency.reasonHint')}
            />
          </Box>
        )}
        {needsTwo && (
          <Box role="note" sx={{ typography: 'body2', fontWeight: 600 }}>
            {t('second.needed')}
          </Box>
        )}
        <ProblemAlert error={error} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onBack}>
          {t('emergency.back')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color="error"
          autoFocus={kind === 'FIRE_RELEASE'}
          aria-disabled={isPending}
        >
          {t(needsTwo ? 'second.ask' : `emergency.name.${kind}`)}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Starts the emergency, or asks a second person for it where the rules need two. */
function useEmergencyStart({ storeId, kind, reason }: Choice, onDone: () => void) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const start = useStartEmergency(product);
  const ask = useRequestApproval(product);
  const rules = useApprovalRules(product).data;
  const needsTwo =
    rules !== undefined && (kind === 'LOCKDOWN' ? rules.needsTwoForLockdown : rules.needsTwoForFireRelease);
  const isPending = start.isPending || ask.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const typed = reason.trim();
    const body = { storeId, kind, reason: typed === '' ? t('emergency.fireReason') : typed };
    if (!needsTwo) return start.mutate(body, { onSuccess: onDone });
    ask.mutate(body, {
      onSuccess: () => {
        toast.success(t('second.asked'));
        onDone();
      },
    });
  }

  return { needsTwo, isPending, error: ask.error ?? start.error, submit };
}

/** The number of doors, and those that cannot be reached. */
function Consequence({ storeId, kind }: { readonly storeId: string; readonly kind: EmergencyKind }) {
  const { t } = useTranslation('doors');
  const doors = useDoors(useProduct(), storeId).data;
  const offline = (doors?.items ?? []).filter(
    (door) => door.online === 'DEVICE_OFFLINE' || door.online === 'BROKER_LOST',
  );
  return (
    <Box sx={{ typography: 'body1', minHeight: 48 }}>
      {doors !== undefined && t(`emergency.sure.${kind}`, { n: doors.total })}
      {offline.length > 0 && (
        <Box sx={{ typography: 'body2', mt: 0.5 }}>
          {t('emergency.offline', { doors: offline.map((door) => door.name).join(', ') })}
        </Box>
      )}
      {kind === 'LOCKDOWN' && <KeypadsBefore storeId={storeId} />}
    </Box>
  );
}

/** The doors whose codes a lockdown could not suspend now, and what it never stops. */
function KeypadsBefore({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('doors');
  const words = useKeypadWords();
  const preview = useLockdownPreview(useProduct(), storeId);
  const stuck = preview.data?.items.filter(({ keypad }) => isKeypadStuck(keypad)) ?? [];
  return (
    <Box data-testid="keypads-before" sx={{ typography: 'body2', mt: 0.5, overflowWrap: 'anywhere' }}>
      {preview.isError && <ProblemAlert text={t('keypad.error')} />}
      {stuck.length > 0 && (
        <Box role="alert" sx={{ fontWeight: 600 }}>
          {t('keypad.before', { doors: words.names(stuck) })}
        </Box>
      )}
      {preview.data !== undefined && stuck.length === 0 && <Box>{t('keypad.none')}</Box>}
      <Box sx={{ color: 'text.secondary' }}>{t('keypad.own')}</Box>
    </Box>
  );
}
