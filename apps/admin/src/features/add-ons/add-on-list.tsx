import type { AddOn } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ToneLabel } from '../../ui/tone-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StoreIcon } from '../stores/index.ts';
import { useAddOnWords } from './add-on-words.ts';
import { useReorderAddOns } from './add-ons.api.ts';

interface AddOnListProps {
  readonly storeId: string;
  readonly addOns: readonly AddOn[];
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** Absent for people who cannot change add-ons, like `onDelete`. */
  readonly onEdit?: (addOn: AddOn) => void;
  readonly onDelete?: (addOn: AddOn) => void;
}

/** The add-ons with their price and their rooms; people who can change them also order them. */
export function AddOnList({ storeId, addOns, rooms, onEdit, onDelete }: AddOnListProps) {
  const { t } = useTranslation('add-ons');
  const reorder = useReorderAddOns(useProduct(), storeId);
  const move = (from: number, to: number) => {
    const moved = addOns[from];
    if (moved === undefined || reorder.isPending) return;
    reorder.mutate(addOns.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <>
      <RowCard label={t('title')}>
        {addOns.map((addOn, place) => (
          <Box
            component="li"
            key={addOn.id}
            data-testid="add-on"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
          >
            <AddOnFacts addOn={addOn} rooms={rooms} />
            {onEdit !== undefined && onDelete !== undefined && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
                <IconButton
                  aria-label={t('up', { name: addOn.name })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <StoreIcon name="up" />
                </IconButton>
                <IconButton
                  aria-label={t('down', { name: addOn.name })}
                  disabled={place === addOns.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <Icon name="down" size={18} />
                </IconButton>
                <RowButton label={t('editNamed', { name: addOn.name })} onClick={() => onEdit(addOn)}>
                  {t('change')}
                </RowButton>
                <RowButton label={t('deleteNamed', { name: addOn.name })} onClick={() => onDelete(addOn)}>
                  {t('delete')}
                </RowButton>
              </Box>
            )}
          </Box>
        ))}
      </RowCard>
      <ProblemAlert error={reorder.error} />
    </>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: string;
}

function RowButton({ label, onClick, children }: RowButtonProps) {
  return (
    <Button color="inherit" variant="outlined" aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

function AddOnFacts({ addOn, rooms }: { readonly addOn: AddOn } & Pick<AddOnListProps, 'rooms'>) {
  const words = useAddOnWords(rooms);
  return (
    <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere', typography: 'body2' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline', typography: 'body1' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {addOn.name}
        </Box>
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {words.price(addOn)}
        </Box>
      </Box>
      {addOn.description !== '' && <Box sx={{ color: 'text.secondary' }}>{addOn.description}</Box>}
      <Box sx={{ color: 'text.secondary' }}>
        {words.quantity(addOn)} · {words.rooms(addOn)}
      </Box>
      <ToneLabel tone={addOn.isOffered ? ['check', 'success.main'] : ['lock', 'text.secondary']} isOneLine>
        {words.state(addOn)}
      </ToneLabel>
    </Box>
  );
}
