import type { Door } from '@munjigi/contract';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useStore } from '../../stores/index.ts';
import { AddedDoorDialog } from './added-door-dialog.tsx';
import { BrokerAccess } from './broker-access.tsx';
import { useDiscoveredLocks } from '../doors.api.ts';

/** The store of a lock and the locks found in it that can become doors. */
export interface LockChoice {
  readonly storeId: string;
  readonly mqttPrefix: string;
  readonly locks: readonly { readonly id: string; readonly name: string }[];
}

interface LockDialogProps {
  readonly title: string;
  readonly storeId: string;
  /** Between the title and the form. */
  readonly header?: ReactNode;
  /** The door once it has its lock, which is then tested. */
  readonly done: Door | undefined;
  readonly isReplaced?: boolean;
  readonly renderForm: (choice: LockChoice) => ReactNode;
  readonly onClose: () => void;
}

/** A dialog that gives a door its lock: it loads the store and the locks found in it, and ends with a test. */
export function LockDialog({ title, storeId, header, done, isReplaced = false, renderForm, onClose }: LockDialogProps) {
  // Loads the texts of the form and of the broker together, so that neither hides the dialog later.
  useTranslation(['manual', 'broker']);
  const product = useProduct();
  const isPhone = useMediaQuery('(max-width:600px)');
  const id = useId();
  const store = useStore(product, storeId);
  const found = useDiscoveredLocks(product, storeId, storeId !== '');
  if (done !== undefined) return <AddedDoorDialog door={done} isReplaced={isReplaced} onClose={onClose} />;
  const failed = [store, found].find((query) => query.isError && query.data === undefined);
  const isLoaded = store.data !== undefined && found.data !== undefined;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {header}
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && !isLoaded && <Skeleton variant="rounded" height={320} aria-busy="true" sx={{ m: 3 }} />}
      {isLoaded && <BrokerAccess storeId={store.data.id} />}
      {isLoaded &&
        renderForm({
          storeId: store.data.id,
          mqttPrefix: store.data.mqttPrefix,
          locks: found.data.items.filter((lock) => lock.obstacle === null),
        })}
    </Dialog>
  );
}
