import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useEditForm } from '../../ui/form/edit-form.ts';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { StrandedDialog } from '../stores/index.ts';
import { AmenitiesInput, LONGEST_AMENITY, MOST_AMENITIES } from './amenities-input.tsx';
import { MOST_PEOPLE } from './new-room-dialog.tsx';
import { PartsInput } from './parts-input.tsx';
import { RoomDevices } from './room-devices.tsx';
import { useRoomLinks } from './room-links.ts';
import { RoomPhotos } from './room-photos.tsx';
import { RoomUnreadable } from './room-unreadable.tsx';
import { isRoomId, useEditRoom, useRoom, useRooms } from './rooms.api.ts';

/** `/dashboard/room/{id}/edit`: the fields, pictures, devices and price policies of a room (RM-3). */
export function RoomEditPage({ Prices }: { readonly Prices: ComponentType<{ readonly room: Room }> }) {
  const { t } = useTranslation(['rooms', 'stores', 'form', 'devices']);
  const can = useCan();
  const { id = '' } = useParams();
  const links = useRoomLinks();
  const room = useRoom(useProduct(), id);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        maxWidth: 880,
        gridTemplateColumns: 'minmax(0, 1fr)',
        '& > .page-header': { mb: 0 },
      }}
    >
      <Link to={room.data === undefined ? links.list : links.detail(id)}>
        {room.data === undefined ? t('backToList') : room.data.name}
      </Link>
      <PageHeader title={t('edit.title')} />
      {room.data === undefined &&
        (room.isError || !isRoomId(id) ? (
          <RoomUnreadable error={room.error} onRetry={() => void room.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={420} aria-busy="true" data-testid="room-loading" />
        ))}
      {room.data !== undefined && <RoomForm key={room.data.id} room={room.data} />}
      {room.data !== undefined && <RoomPhotos room={room.data} />}
      {room.data !== undefined && can('devices:read') && (
        <ErrorBoundary place="section">
          <RoomDevices room={room.data} />
        </ErrorBoundary>
      )}
      {room.data !== undefined && <Prices room={room.data} />}
    </Box>
  );
}

interface Draft {
  readonly name: string;
  readonly capacity: string;
  readonly description: string;
  readonly amenities: readonly string[];
  readonly partRoomIds: readonly string[];
}

function RoomForm({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['rooms', 'form']);
  const product = useProduct();
  const edit = useEditRoom(product, room.id);
  const others = useRooms(product, room.storeId, { archived: 'all' });
  const form = useEditForm({
    row: room,
    draftOf: (it: Room): Draft => ({
      name: it.name,
      capacity: String(it.capacity),
      description: it.description,
      amenities: it.amenities,
      partRoomIds: it.partRoomIds.toSorted(),
    }),
    check: (draft) => ({
      ...(draft.name.trim() === '' && { name: t('form:required') }),
      ...(wholeNumber(draft.capacity, 1, MOST_PEOPLE) === null && {
        capacity: t('form:whole', { min: 1, max: MOST_PEOPLE }),
      }),
      ...(draft.amenities.some((it) => it.length > LONGEST_AMENITY) && {
        amenities: t('form:tooLong', { max: LONGEST_AMENITY }),
      }),
      ...(draft.amenities.length > MOST_AMENITIES && { amenities: t('amenities.tooMany', { max: MOST_AMENITIES }) }),
    }),
    bodyOf: (draft) => ({
      name: draft.name.trim(),
      capacity: Number(draft.capacity),
      description: draft.description.trim(),
      amenities: [...draft.amenities],
      partRoomIds: draft.partRoomIds.toSorted(),
    }),
    send: (change) => edit(change),
    onSaved: () => toast.success(t('form:saved')),
  });
  const names = (ids: readonly string[]) =>
    ids.map((id) => others.data?.items.find((other) => other.id === id)?.name ?? id).join(', ');
  const theirs = form.theirs;
  return (
    <Card
      variant="outlined"
      component="form"
      noValidate
      sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', overflow: 'visible' }}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 160px' },
        }}
      >
        <TextInput
          isRequired
          label={t('field.name')}
          value={form.draft.name}
          maxLength={60}
          error={form.errorAt('name')}
          onChange={(name) => form.change({ name })}
        />
        <NumberInput
          isRequired
          label={t('field.capacity')}
          value={form.draft.capacity}
          unit={t('form:people')}
          error={form.errorAt('capacity')}
          onChange={(capacity) => form.change({ capacity })}
        />
      </Box>
      <TextInput
        label={t('field.description')}
        value={form.draft.description}
        rows={3}
        maxLength={2000}
        error={form.errorAt('description')}
        onChange={(description) => form.change({ description })}
      />
      <AmenitiesInput
        value={form.draft.amenities}
        error={form.errorAt('amenities')}
        onChange={(amenities) => form.change({ amenities })}
      />
      <PartsInput
        room={room}
        value={form.draft.partRoomIds}
        error={form.errorAt('partRoomIds')}
        onChange={(partRoomIds) => form.change({ partRoomIds })}
      />
      {theirs !== null && (
        <StaleNotice
          onKeepTheirs={form.keepTheirs}
          rows={[
            { label: t('field.name'), theirs: theirs.name, mine: form.draft.name },
            { label: t('field.capacity'), theirs: String(theirs.capacity), mine: form.draft.capacity },
            { label: t('field.description'), theirs: theirs.description, mine: form.draft.description },
            { label: t('field.amenities'), theirs: theirs.amenities.join(', '), mine: form.draft.amenities.join(', ') },
            { label: t('field.parts'), theirs: names(theirs.partRoomIds), mine: names(form.draft.partRoomIds) },
          ]}
        />
      )}
      {form.failure !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {form.failure}
        </Box>
      )}
      <SaveBar
        isDirty={form.isDirty}
        isSaving={form.isSaving}
        onDiscard={form.discard}
        {...(theirs !== null && { saveLabel: t('form:stale.saveMine') })}
      />
      {form.stranded !== null && <StrandedDialog {...form.stranded} onClose={form.dismissStranded} />}
      <LeaveGuard isDirty={form.isDirty} />
    </Card>
  );
}
