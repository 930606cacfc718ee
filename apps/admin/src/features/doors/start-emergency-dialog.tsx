import { type EmergencyKind } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useApprovalRules, useAsk } from '../approvals/index.ts';
import { useDoors } from './doors.api.ts';
import { useStartEmergency } from './emergencies.api.ts';

const KINDS = ['LOCKDOWN', 'FIRE_RELEASE'] as const satisfies readonly EmergencyKind[];
const LONGEST_REASON = 200;

interface StartEmergencyDialogProps {
  /** The chosen one; `null`: one of `stores` is chosen here. */
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
  readonly onClose: () => void;
}

/** Locks a store down or releases all its doors, in two steps: what and why, then what that will do (DR-8). */
export function StartEmergencyDialog({ storeId, stores, onClose }: StartEmergencyDialogProps) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const start = useStartEmergency(product);
  const ask = useAsk(product);
  const rules = useApprovalRules(product).data;
  const [chosen, setChosen] = useState(storeId ?? (stores.length === 1 ? (stores[0]?.id ?? '') : ''));
  const [kind, setKind] = useState<EmergencyKind>('LOCKDOWN');
  const [reason, setReason] = useState('');
  const [step, setStep] = useState<'what' | 'sure'>('what');
  const [isChecked, setIsChecked] = useState(false);
  const store = stores.find(({ id }) => id === chosen);
  const needsTwo = rules !== undefined && (kind === 'LOCKDOWN' ? rules.needsTwoForLockdown : rules.needsTwoForFireRelease);
  const isPending = start.isPending || ask.isPending;
  const error = ask.error ?? start.error;
  const isReasonBad = reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isReasonBad || store === undefined || isPending) return;
    if (step === 'what') setStep('sure');
    else if (needsTwo) {
      ask.mutate({ storeId: store.id, kind, reason: reason.trim() }, {
        onSuccess: () => {
          toast.success(t('second.asked'));
          onClose();
        },
      });
    } else start.mutate({ storeId: store.id, kind, reason: reason.trim() }, { onSuccess: onClose });
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="emergency-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="emergency-title">{t(step === 'what' ? 'emergency.title' : `emergency.sureTitle.${kind}`)}</DialogTitle>
        {step === 'what' ? (
          <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
            {storeId === null && stores.length > 1 && (
              <Box sx={{ pt: 1 }}>
                <SelectInput label={t('emergency.store')} value={chosen} onChange={setChosen} isRequired error={isChecked && store === undefined ? t('emergency.storeRequired') : undefined}
                  options={[{ value: '', label: t('emergency.chooseStore') }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]} />
              </Box>
            )}
            <RadioGroup aria-label={t('emergency.kind')} value={kind} onChange={(_event, value) => setKind(KINDS.find((it) => it === value) ?? 'LOCKDOWN')}>
              {KINDS.map((it) => (
                <FormControlLabel key={it} value={it} control={<Radio />} sx={{ alignItems: 'flex-start', py: 0.5 }}
                  label={<Box sx={{ pt: 1 }}><Box sx={{ typography: 'subtitle2' }}>{t(`emergency.name.${it}`)}</Box><Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`emergency.text.${it}`)}</Box></Box>} />
              ))}
            </RadioGroup>
            <TextInput label={t('reason.label')} value={reason} onChange={setReason} isRequired maxLength={LONGEST_REASON}
              error={isChecked && isReasonBad ? t('reason.required') : undefined} hint={t('emergency.reasonHint')} />
          </DialogContent>
        ) : (
          <DialogContent sx={{ display: 'grid', gap: 1 }}>
            <Box sx={{ typography: 'subtitle1' }}>{store?.name}</Box>
            <Sure storeId={chosen} kind={kind} />
            <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('emergency.because', { reason: reason.trim() })}</Box>
            {needsTwo && <Box role="note" sx={{ typography: 'body2', fontWeight: 600 }}>{t('second.needed')}</Box>}
            {error !== null && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, error)}</Box>}
          </DialogContent>
        )}
        <DialogActions>
          <Button color="inherit" onClick={step === 'what' ? onClose : () => setStep('what')}>{t(step === 'what' ? 'reason.cancel' : 'emergency.back')}</Button>
          <Button type="submit" variant="contained" color={step === 'sure' ? 'error' : 'primary'} aria-disabled={isPending}>
            {t(step === 'what' ? 'emergency.next' : needsTwo ? 'second.ask' : `emergency.name.${kind}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** How many doors it concerns, and which of them cannot be reached. */
function Sure({ storeId, kind }: { readonly storeId: string; readonly kind: EmergencyKind }) {
  const { t } = useTranslation('doors');
  const doors = useDoors(useProduct(), storeId).data;
  const offline = (doors?.items ?? []).filter((door) => door.online === 'DEVICE_OFFLINE' || door.online === 'BROKER_LOST');
  return (
    <Box sx={{ typography: 'body1', minHeight: 48 }}>
      {doors !== undefined && t(`emergency.sure.${kind}`, { n: doors.total })}
      {offline.length > 0 && <Box sx={{ typography: 'body2', mt: 0.5 }}>{t('emergency.offline', { doors: offline.map((door) => door.name).join(', ') })}</Box>}
    </Box>
  );
}
