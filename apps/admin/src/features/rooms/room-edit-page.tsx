import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
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
  readonly guestDirections: string;
  readonly amenities: readonly string[];
  readonly partRoomIds: readonly string[];
}

function RoomForm({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['rooms', 'form']);
  const form = useRoomForm(room);
  const others = useRooms(useProduct(), room.storeId, { archived: 'all' });
  const roomNames = (ids: readonly string[]) =>
    ids.map((id) => others.data?.items.find((other) => other.id === id)?.name ?? id).join(', ');
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
      <RoomFields room={room} form={form} />
      {form.theirs !== null && (
        <RoomStaleNotice theirs={form.theirs} mine={form.draft} roomNames={roomNames} onKeepTheirs={form.keepTheirs} />
      )}
      <ProblemAlert text={form.failure} />
      <SaveBar
        isDirty={form.isDirty}
        isSaving={form.isSaving}
        onDiscard={form.discard}
        {...(form.theirs !== null && { saveLabel: t('form:stale.saveMine') })}
      />
      {form.stranded !== null && <StrandedDialog {...form.stranded} onClose={form.dismissStranded} />}
      <LeaveGuard isDirty={form.isDirty} />
    </Card>
  );
}

function useRoomForm(room: Room) {
  const { t } = useTranslation(['rooms', 'form']);
  const edit = useEditRoom(useProduct(), room.id);
  return useEditForm({
    row: room,
    draftOf,
    check: (draft) => ({
      ...(draft.name.trim() === '' && { name: t('form:required') }),
      ...(wholeNumber(draft.capacity, 1, MOST_PEOPLE) === null && {
        capacity: t('form:whole', { min: 1, max: MOST_PEOPLE }),
      }),
      ...(draft.amenities.some((amenity) => amenity.length > LONGEST_AMENITY) && {
        amenities: t('form:tooLong', { max: LONGEST_AMENITY }),
      }),
      ...(draft.amenities.length > MOST_AMENITIES && { amenities: t('amenities.tooMany', { max: MOST_AMENITIES }) }),
    }),
    bodyOf: (draft) => ({
      name: draft.name.trim(),
      capacity: Number(draft.capacity),
      description: draft.description.trim(),
      guestDirections: draft.guestDirections.trim(),
      amenities: [...draft.amenities],
      partRoomIds: draft.partRoomIds.toSorted(),
    }),
    send: (change) => edit(change),
    onSaved: () => toast.success(t('form:saved')),
  });
}

function draftOf({ name, capacity, description, guestDirections, amenities, partRoomIds }: Room): Draft {
  return {
    name,
    capacity: String(capacity),
    description,
    guestDirections,
    amenities,
    partRoomIds: partRoomIds.toSorted(),
  };
}

interface RoomFieldsProps {
  readonly room: Room;
  readonly form: EditForm<Room, Draft>;
}

function RoomFields({ room, form }: RoomFieldsProps) {
  const { t } = useTranslation(['rooms', 'form']);
  return (
    <>
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
      <TextInput
        label={t('field.guestDirections')}
        value={form.draft.guestDirections}
        rows={2}
        maxLength={500}
        hint={t('field.guestDirectionsHint')}
        error={form.errorAt('guestDirections')}
        onChange={(guestDirections) => form.change({ guestDirections })}
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
    </>
  );
}

interface RoomStaleNoticeProps {
  readonly theirs: Room;
  readonly mine: Draft;
  /** The names of rooms by their ids, as one text. */
  readonly roomNames: (ids: readonly string[]) => string;
  readonly onKeepTheirs: () => void;
}

function RoomStaleNotice({ theirs, mine, roomNames, onKeepTheirs }: RoomStaleNoticeProps) {
  const { t } = useTranslation('rooms');
  return (
    <StaleNotice
      onKeepTheirs={onKeepTheirs}
      rows={[
        { label: t('field.name'), theirs: theirs.name, mine: mine.name },
        { label: t('field.capacity'), theirs: String(theirs.capacity), mine: mine.capacity },
        { label: t('field.description'), theirs: theirs.description, mine: mine.description },
        { label: t('field.guestDirections'), theirs: theirs.guestDirections, mine: mine.guestDirections },
        { label: t('field.amenities'), theirs: theirs.amenities.join(', '), mine: mine.amenities.join(', ') },
        { label: t('field.parts'), theirs: roomNames(theirs.partRoomIds), mine: roomNames(mine.partRoomIds) },
      ]}
    />
  );
}
