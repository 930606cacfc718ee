import type { StrandedGuest, StrandedOutcome } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { StrandedGuestRow, usePermittedActs } from './stranded-guest-row.tsx';
import { useSettleStrandedGuests, useStrandedGuests } from './stranded-guests.api.ts';
import { isActPossible, toStrandedAct, useRefusalWords, type StrandedActName } from './stranded-words.ts';

interface StrandedGuestsSectionProps {
  readonly storeId: string;
  /** Only a line that leads to the list. */
  readonly isBrief: boolean;
}

/**
 * The guests of a store whose room or time was closed after the booking, until the last of them is moved, cancelled or
 * gone (ST-50). Renders nothing without any.
 */
export function StrandedGuestsSection({ storeId, isBrief }: StrandedGuestsSectionProps) {
  const { t } = useTranslation('stranded');
  const list = useStrandedGuests(useProduct(), storeId).data;
  if (list === undefined || list.total === 0) return null;
  const title = (
    <>
      <Box
        component="span"
        sx={{ color: 'error.main', display: 'inline-flex', verticalAlign: 'text-bottom', mr: 0.75 }}
      >
        <Icon name="warning" size={20} />
      </Box>
      {t('title', { count: list.total })}
    </>
  );
  if (isBrief)
    return (
      <Box data-testid="stranded-line" sx={{ '& a': { display: 'inline-block', minHeight: 24 } }}>
        <Link to={`/dashboard/store?tab=closures&store=${storeId}`}>{title}</Link>
      </Box>
    );
  return (
    <Box
      component="section"
      aria-labelledby="stranded-guests"
      data-testid="stranded-guests"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: FORM_WIDTH }}
    >
      <Box component="h2" id="stranded-guests" sx={{ typography: 'h6', m: 0 }}>
        {title}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{t('lead')}</Box>
      <StrandedList guests={list.items} />
      {list.total > list.items.length && (
        <Box sx={{ typography: 'body2' }}>{t('more', { count: list.total - list.items.length })}</Box>
      )}
    </Box>
  );
}

function StrandedList({ guests }: { readonly guests: readonly StrandedGuest[] }) {
  const settling = useSettling();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const chosen = guests.filter(({ reservation }) => checked.has(reservation.id));
  // Without a choice, the buttons above the list are for all of it.
  const affected = chosen.length === 0 ? guests : chosen;
  const check = (id: string, isChecked: boolean) =>
    setChecked((now) => new Set(isChecked ? [...now, id] : [...now].filter((other) => other !== id)));
  return (
    <Card variant="outlined">
      <ListHead
        count={guests.length}
        chosen={chosen}
        affected={affected}
        onCheckAll={(isChecked) =>
          setChecked(new Set(isChecked ? guests.map(({ reservation }) => reservation.id) : []))
        }
        onAct={(act) => settling.ask(act, affected)}
      />
      <Box component="ul" sx={{ ...PLAIN_LIST, '& > li': { borderTop: 1, borderColor: 'divider' } }}>
        {guests.map((guest) => (
          <StrandedGuestRow
            key={guest.reservation.id}
            guest={guest}
            isChecked={checked.has(guest.reservation.id)}
            refusal={settling.refusals.get(guest.reservation.id)}
            onCheck={(isChecked) => check(guest.reservation.id, isChecked)}
            onAct={(act) => settling.ask(act, [guest])}
          />
        ))}
      </Box>
      {settling.dialog}
    </Card>
  );
}

interface ListHeadProps {
  readonly count: number;
  readonly chosen: readonly StrandedGuest[];
  readonly affected: readonly StrandedGuest[];
  readonly onCheckAll: (isChecked: boolean) => void;
  readonly onAct: (act: StrandedActName) => void;
}

/** Chooses all guests, and acts for the chosen ones, or for all without a choice. */
function ListHead({ count, chosen, affected, onCheckAll, onAct }: ListHeadProps) {
  const { t } = useTranslation('stranded');
  const acts = usePermittedActs();
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between', p: 1 }}
    >
      <FormControlLabel
        sx={{ ml: 0, mr: 1 }}
        label={chosen.length === 0 ? t('selectAll') : t('selected', { count: chosen.length })}
        control={
          <Checkbox
            checked={chosen.length === count}
            indeterminate={chosen.length > 0 && chosen.length < count}
            onChange={(event) => onCheckAll(event.target.checked)}
          />
        }
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {acts.map((act) => (
          <Button
            key={act}
            size="small"
            variant="outlined"
            color="inherit"
            disabled={!affected.some((guest) => isActPossible(act, guest))}
            onClick={() => onAct(act)}
          >
            {t(chosen.length === 0 ? `actAll.${act}` : `actChosen.${act}`, { count: chosen.length })}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

/** Asks before an act, sends it, and keeps the reason of each refusal beside its guest. */
function useSettling() {
  const { t } = useTranslation('stranded');
  const refusalOf = useRefusalWords();
  const settle = useSettleStrandedGuests(useProduct());
  const [chosen, setChosen] = useState<{ act: StrandedActName; guests: readonly StrandedGuest[] } | null>(null);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  function showOutcomes(act: StrandedActName, outcomes: readonly StrandedOutcome[]): void {
    const refused = outcomes.filter(({ outcome }) => outcome === 'REFUSED');
    setRefusals(new Map(refused.map((item) => [item.reservationId, refusalOf(item)])));
    const done = outcomes.length - refused.length;
    if (refused.length > 0) toast.error(t('partly', { done, refused: refused.length }));
    else toast.success(t(`done.${act}`, { count: done }));
    if (outcomes.some(({ refund }) => (refund?.owedAmount ?? 0) + (refund?.notStartedAmount ?? 0) > 0))
      toast.info(t('refundByHand'));
  }
  function confirm(act: StrandedActName, guests: readonly StrandedGuest[]): void {
    const items = guests.flatMap((guest) => toStrandedAct(act, guest) ?? []);
    if (settle.isPending || items.length === 0) return;
    settle.mutate(items, {
      onSuccess: (reply) => {
        showOutcomes(act, reply.items);
        setChosen(null);
      },
    });
  }
  function ask(act: StrandedActName, guests: readonly StrandedGuest[]): void {
    settle.reset();
    setChosen({ act, guests });
  }
  const dialog = chosen !== null && (
    <SettleDialog
      {...chosen}
      isBusy={settle.isPending}
      error={settle.error}
      onConfirm={(guests) => confirm(chosen.act, guests)}
      onClose={() => setChosen(null)}
    />
  );
  return { ask, refusals, dialog };
}
