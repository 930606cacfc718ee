import type { Closure, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { ActDialog } from '../../../ui/form/dialog/act-dialog.tsx';
import { Unread } from '../../../ui/form/unread.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useFormat } from '../../../ui/format.ts';
import { FORM_WIDTH } from '../../../ui/page-layout.ts';
import { ClosureDialog } from './closure-dialog.tsx';
import { StoreIcon } from '../store-icon.tsx';
import type { NamedRoom } from './named-room.ts';
import { useClosures, useWithdrawClosure } from '../stores.api.ts';

/** Times in which the store, or some of its rooms, cannot be booked. */
export function ClosuresSection({ store, rooms }: { readonly store: Store; readonly rooms: readonly NamedRoom[] }) {
  const { t } = useTranslation(['stores', 'form']);
  const can = useCan();
  const product = useProduct();
  const closures = useClosures(product, store.id);
  const [isAdding, setIsAdding] = useState(false);
  const [ending, setEnding] = useState<Closure | null>(null);
  return (
    <Box component="section" aria-labelledby="closures-title" sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="h2" id="closures-title" sx={{ typography: 'h6', m: 0 }}>
          {t('closures.title')}
        </Box>
        {can('stores:write') && (
          <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => setIsAdding(true)}>
            {t('closures.add')}
          </Button>
        )}
      </Box>
      <Unread query={closures} height={64} />
      {closures.data?.items.length === 0 && (
        <EmptyState icon="reservation" title={t('closures.emptyTitle')} text={t('closures.emptyText')} />
      )}
      {closures.data !== undefined && closures.data.items.length > 0 && (
        <Card component="ul" variant="outlined" sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
          {closures.data.items.map((closure) => (
            <ClosureRow
              key={closure.id}
              closure={closure}
              rooms={rooms}
              onWithdraw={can('stores:write') ? () => setEnding(closure) : undefined}
            />
          ))}
        </Card>
      )}
      {isAdding && <ClosureDialog store={store} rooms={rooms} onClose={() => setIsAdding(false)} />}
      {ending !== null && <WithdrawDialog store={store} closure={ending} onClose={() => setEnding(null)} />}
    </Box>
  );
}

interface ClosureRowProps {
  readonly closure: Closure;
  readonly rooms: readonly NamedRoom[];
  /** Absent for people who cannot withdraw closures. */
  readonly onWithdraw: (() => void) | undefined;
}

function ClosureRow({ closure, rooms, onWithdraw }: ClosureRowProps) {
  const { t } = useTranslation('stores');
  const roomNames =
    closure.roomIds.length === 0
      ? t('closures.wholeStore')
      : closure.roomIds
          .map((id) => rooms.find((room) => room.id === id)?.name ?? t('closures.archivedRoom'))
          .join(', ');
  return (
    <Box
      component="li"
      data-testid="closure"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          <ClosurePeriod closure={closure} />
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {roomNames} · {closure.reason}
        </Box>
      </Box>
      {onWithdraw !== undefined && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          onClick={onWithdraw}
          aria-label={t('closures.withdraw_named', { reason: closure.reason })}
        >
          {t('closures.withdraw')}
        </Button>
      )}
    </Box>
  );
}

function ClosurePeriod({ closure }: { readonly closure: Closure }) {
  const format = useFormat();
  return format.period(closure.startsAt, closure.endsAt);
}

function WithdrawDialog({
  store,
  closure,
  onClose,
}: {
  readonly store: Store;
  readonly closure: Closure;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['stores', 'form']);
  const withdraw = useWithdrawClosure(useProduct(), store.id);
  return (
    <ActDialog
      title={t('closures.withdrawTitle')}
      confirmLabel={t('closures.withdraw')}
      isDangerous={false}
      mutation={withdraw}
      input={closure.id}
      doneText={t('closures.withdrawn')}
      onClose={onClose}
    >
      <ClosurePeriod closure={closure} /> · {closure.reason}
    </ActDialog>
  );
}
