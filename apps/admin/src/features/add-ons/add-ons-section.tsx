import type { AddOn, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useUndoOffer } from '../../ui/toast/use-undo.ts';
import { StoreIcon } from '../stores/index.ts';
import { AddOnDialog } from './add-on-dialog.tsx';
import { newAddOn, pickAddOnFields } from './add-on-draft.ts';
import { AddOnList } from './add-on-list.tsx';
import { useAddOnCalls, useAddOns, useDeleteAddOn } from './add-ons.api.ts';

interface AddOnsSectionProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** A store's add-ons, in the order in which guests see them (BK-13). */
export function AddOnsSection({ store, rooms }: AddOnsSectionProps) {
  const { t } = useTranslation('add-ons');
  const canWrite = useCan()('rooms:write');
  const { data, error, refetch } = useAddOns(useProduct(), store.id);
  const [edited, setEdited] = useState<AddOn | null>(null);
  const [deleted, setDeleted] = useState<AddOn | null>(null);
  const items = data?.items;
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('title')} text={t('text')}>
        {canWrite && items !== undefined && (
          <Button
            variant="contained"
            startIcon={<StoreIcon name="add" />}
            onClick={() => setEdited(newAddOn(store.id, items))}
          >
            {t('add')}
          </Button>
        )}
      </SectionHead>
      {items === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {items === undefined && error === null && <Skeleton variant="rounded" height={72} aria-busy="true" />}
      {items?.length === 0 && (
        <EmptyState icon="payments" title={t('emptyTitle')} text={t(canWrite ? 'emptyText' : 'emptyReadOnly')} />
      )}
      {items !== undefined && items.length > 0 && (
        <AddOnList
          storeId={store.id}
          addOns={items}
          rooms={rooms}
          {...(canWrite && { onEdit: setEdited, onDelete: setDeleted })}
        />
      )}
      {edited !== null && (
        <AddOnDialog
          addOn={items?.find(({ id }) => id === edited.id) ?? edited}
          rooms={rooms}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && <DeleteAddOnDialog addOn={deleted} onClose={() => setDeleted(null)} />}
    </Box>
  );
}

function DeleteAddOnDialog({ addOn, onClose }: { readonly addOn: AddOn; readonly onClose: () => void }) {
  const { t } = useTranslation('add-ons');
  const product = useProduct();
  const remove = useDeleteAddOn(product, addOn.storeId);
  const { create } = useAddOnCalls(product, addOn.storeId);
  const offerUndo = useUndoOffer();
  return (
    <ActDialog
      title={t('deleteTitle', { name: addOn.name })}
      confirmLabel={t('delete')}
      mutation={remove}
      input={addOn}
      onDone={() => {
        offerUndo(t('deleted'), () => create(pickAddOnFields(addOn)));
        onClose();
      }}
      onClose={onClose}
    >
      {t('deleteText')}
    </ActDialog>
  );
}
