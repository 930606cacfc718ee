import type { DiscoveredLock } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { PLAIN_LIST, ROW } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { PendingPart } from '../../../ui/states/parts-in-order.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Glyph } from '../../devices/index.ts';
import { ApproveLockDialog } from './approve-lock-dialog.tsx';
import { useDiscoveredLocks } from '../doors.api.ts';

interface DiscoveredLocksProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/** Locks that announced themselves and have not become doors yet (DR-4). Renders nothing without any. */
export function DiscoveredLocks({ storeId, stores }: DiscoveredLocksProps) {
  const { t } = useTranslation('doors');
  const locks = useDiscoveredLocks(useProduct(), storeId, true);
  const [approving, setApproving] = useState<DiscoveredLock | null>(null);
  const { total = 0, items = [] } = locks.data ?? {};
  return (
    <>
      {locks.isPending && <PendingPart />}
      {locks.isError && <ProblemAlert text={t('discovered.error')} />}
      {items.length > 0 && (
        <Card
          component="section"
          variant="outlined"
          aria-labelledby="discovered-title"
          data-testid="discovered-locks"
          sx={{ p: 2 }}
        >
          <Box component="h2" id="discovered-title" sx={{ typography: 'subtitle1', m: 0 }}>
            {t('discovered.title')}{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {total}
            </Box>
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary', mb: 1 }}>{t('discovered.text')}</Box>
          <Box component="ul" sx={PLAIN_LIST}>
            {items.map((lock) => (
              <LockRow
                key={lock.id}
                lock={lock}
                storeName={stores.find((store) => store.id === lock.storeId)?.name ?? ''}
                onApprove={() => setApproving(lock)}
              />
            ))}
          </Box>
        </Card>
      )}
      {/* Beside the list: the lock has left the list when the new door can be tried. */}
      {approving !== null && <ApproveLockDialog lock={approving} onClose={() => setApproving(null)} />}
    </>
  );
}

interface LockRowProps {
  readonly lock: DiscoveredLock;
  readonly storeName: string;
  readonly onApprove: () => void;
}

function LockRow({ lock, storeName, onApprove }: LockRowProps) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const maker = [lock.manufacturer, lock.model].filter((part) => part !== null).join(' ');
  return (
    <Box
      component="li"
      sx={{
        ...ROW,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ typography: 'subtitle2' }}>{lock.name}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {[
            storeName,
            maker === '' ? t('discovered.unknownMaker') : maker,
            t('discovered.firstSeen', { when: format.relative(lock.firstSeenAt) }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Box>
        {lock.obstacle !== null && <Note text={t('discovered.obstacle', { why: lock.obstacle })} />}
        {lock.obstacle === null && lock.stateTopic === null && <Note text={t('discovered.noState')} />}
      </Box>
      {lock.obstacle === null && (
        <Button
          variant="outlined"
          color="inherit"
          aria-label={t('discovered.approve_named', { lock: lock.name })}
          onClick={onApprove}
        >
          {t('discovered.approve')}
        </Button>
      )}
    </Box>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', typography: 'body2' }}>
      <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex', pt: '2px' }}>
        <Glyph name="alert" size={16} />
      </Box>
      {text}
    </Box>
  );
}
