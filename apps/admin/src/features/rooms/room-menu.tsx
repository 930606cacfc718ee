import type { Room } from '@munjigi/contract';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StoreIcon } from '../stores/index.ts';
import { ArchiveRoomDialog } from './archive-room.tsx';
import { useRoomLinks } from './room-links.ts';

/** The actions on a room in the list. */
export function RoomMenu({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const links = useRoomLinks();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isArchiving, setIsArchiving] = useState(false);
  return (
    <>
      <IconButton
        aria-label={t('menu', { room: room.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <StoreIcon name="more" size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem component={Link} to={links.edit(room.id)}>
          {t('edit.action')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setIsArchiving(true);
          }}
        >
          {t(room.archivedAt === null ? 'archive.action' : 'restore.action')}
        </MenuItem>
      </Menu>
      {isArchiving && <ArchiveRoomDialog room={room} onClose={() => setIsArchiving(false)} />}
    </>
  );
}
