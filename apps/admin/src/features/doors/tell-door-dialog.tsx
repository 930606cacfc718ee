import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { useRooms } from '../rooms/index.ts';
import { useStore } from '../stores/index.ts';
import { bindingOf, checkTold, LockFields, newTold, type ToldDraft } from '../told-devices/index.ts';
import { AddedDoorDialog } from './added-door-dialog.tsx';
import { useApproveLock, useDiscoveredLocks } from './doors.api.ts';

interface TellDoorProps {
  /** The chosen store; `null`: one is chosen here. */
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Makes a door of a lock that announced itself, or of a lock or a relay that announces nothing (DR-4). Then it can be tried. */
export function TellDoorDialog({ storeId, stores, onClose }: TellDoorProps) {
  const { t } = useTranslation(['doors', 'told', 'form']);
  const product = useProduct();
  const isPhone = useMediaQuery('(max-width:600px)');
  const [chosenId, setChosenId] = useState(storeId ?? stores[0]?.id ?? '');
  const store = useStore(product, chosenId);
  const found = useDiscoveredLocks(product, chosenId, chosenId !== '');
  const approve = useApproveLock(product);
  if (approve.data !== undefined) return <AddedDoorDialog door={approve.data} onClose={onClose} />;
  const failed = [store, found].find((it) => it.isError && it.data === undefined);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="tell-door-title">
      <DialogTitle id="tell-door-title">{t('tell.title')}</DialogTitle>
      {storeId === null && stores.length > 1 && (
        <Box sx={{ px: 3, py: 1 }}>
          <SelectInput
            label={t('tell.store')}
            value={chosenId}
            onChange={setChosenId}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Box>
      )}
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined &&
        (store.data === undefined || found.data === undefined ? (
          <Skeleton variant="rounded" height={320} aria-busy="true" sx={{ m: 3 }} />
        ) : (
          // Another store has other rooms and another prefix: the form starts empty.
          <TellDoorForm
            key={store.data.id}
            storeId={store.data.id}
            mqttPrefix={store.data.mqttPrefix}
            locks={found.data.items.filter((lock) => lock.obstacle === null)}
            approve={approve}
            onClose={onClose}
          />
        ))}
    </Dialog>
  );
}

/** The fields of the door; the others belong to its lock's binding. */
const OWN_FIELDS = new Set(['name', 'roomId', 'discoveredLockId']);

interface TellDoorFormProps {
  readonly storeId: string;
  readonly mqttPrefix: string;
  readonly locks: readonly { readonly id: string; readonly name: string }[];
  readonly approve: ReturnType<typeof useApproveLock>;
  readonly onClose: () => void;
}

function TellDoorForm({ storeId, mqttPrefix, locks, approve, onClose }: TellDoorFormProps) {
  const { t } = useTranslation(['doors', 'told', 'form']);
  const rooms = useRooms(useProduct(), storeId);
  const [name, setName] = useState('');
  const [roomId, setRoomId] = useState('');
  // Empty: a lock whose kind and name are given here.
  const [lockId, setLockId] = useState(locks[0]?.id ?? '');
  const [told, setTold] = useState(() => newTold(mqttPrefix, { driver: 'zigbee2mqtt', kind: 'LOCK' }));
  const [isChecked, setIsChecked] = useState(false);
  const error = approve.error ?? rooms.error;
  const refused = problemsByPath(t, isProblem(error) ? error : null);
  const isPlaced = Object.keys(refused).some(
    (path) => path === 'name' || path === 'roomId' || path === 'discoveredLockId' || path.startsWith('told.binding.'),
  );
  const own: FieldErrors = {
    ...(name.trim() === '' && { name: t('edit.nameInvalid') }),
    ...(lockId === '' && checkTold(told, t)),
  };
  const errorAt = (field: string) =>
    (isChecked ? own[field] : undefined) ?? refused[OWN_FIELDS.has(field) ? field : `told.binding.${field}`];
  function change(run: () => void): void {
    run();
    approve.reset();
  }
  const changeTold = (patch: Partial<ToldDraft>) => change(() => setTold((now) => ({ ...now, ...patch })));
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (approve.isPending || Object.keys(own).length > 0) return;
    approve.mutate({
      ...(lockId === '' ? { told: { storeId, binding: bindingOf(told) } } : { discoveredLockId: lockId }),
      name: name.trim(),
      roomId: roomId === '' ? null : roomId,
    });
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      data-testid="tell-door"
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent
        sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)', '&&': { pt: 1 } }}
      >
        <TextInput
          autoFocus
          isRequired
          label={t('discovered.name')}
          value={name}
          maxLength={60}
          error={errorAt('name')}
          onChange={(value) => change(() => setName(value))}
        />
        <SelectInput
          label={t('discovered.room')}
          value={roomId}
          error={errorAt('roomId')}
          onChange={(value) => change(() => setRoomId(value))}
          options={[
            { value: '', label: t('discovered.noRoom') },
            ...(rooms.data?.items ?? []).map((room) => ({ value: room.id, label: room.name })),
          ]}
        />
        <LockFields
          draft={told}
          mqttPrefix={mqttPrefix}
          found={locks}
          foundId={lockId}
          onFound={(id) => change(() => setLockId(id))}
          errorAt={errorAt}
          onChange={changeTold}
        />
        {error !== null && !isPlaced && (
          <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
            {problemText(t, error)}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('discovered.cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={approve.isPending}>
          {approve.isPending ? t('tell.adding') : t('tell.add')}
        </Button>
      </DialogActions>
    </Box>
  );
}
