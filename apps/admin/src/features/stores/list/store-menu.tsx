import type { StoreSummary } from '@munjigi/contract';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../../session/auth.tsx';
import { StoreIcon } from '../store-icon.tsx';
import { CloseStoreDialog } from './close-store-dialog.tsx';
import { ReopenStoreDialog } from './reopen-store-dialog.tsx';
import { storeLinks } from './store-links.ts';

const PLACES = ['settings', 'rooms', 'board', 'doors', 'settlement', 'owners'] as const;

/** The links and actions of a store in the list. */
export function StoreMenu({ store }: { readonly store: StoreSummary }) {
  const { t } = useTranslation('store-list');
  const mayMake = useCan()('stores:make');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const Asking = store.closedAt === null ? CloseStoreDialog : ReopenStoreDialog;
  return (
    <>
      <IconButton
        aria-label={t('menu.label', { store: store.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 44, height: 44 }}
      >
        <StoreIcon name="more" size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {PLACES.map((place) => (
          <MenuItem key={place} component={Link} to={storeLinks[place](store.id)} onClick={() => setAnchor(null)}>
            {t(`menu.${place}`)}
          </MenuItem>
        ))}
        {mayMake && <Divider />}
        {mayMake && (
          <MenuItem
            sx={{ ...(store.closedAt === null && { color: 'error.main' }) }}
            onClick={() => {
              setAnchor(null);
              setIsConfirming(true);
            }}
          >
            {t(store.closedAt === null ? 'close.action' : 'reopen.action')}
          </MenuItem>
        )}
      </Menu>
      {isConfirming && <Asking store={store} onDone={() => setIsConfirming(false)} />}
    </>
  );
}
