import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { COLUMN_GRID } from '../../../ui/form/layouts.ts';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { useEditForm, type EditForm } from '../../../ui/form/edit-form.ts';
import { NumberInput, TextInput } from '../../../ui/form/fields.tsx';
import { wholeNumber } from '../../../ui/form/numbers.ts';
import { FormEnd } from '../../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../../ui/form/stale-notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { FORM_WIDTH, PAGE_STACK } from '../../../ui/page-layout.ts';
import { StrandedDialog } from '../../stores/index.ts';
import { AmenitiesInput, LONGEST_AMENITY, MOST_AMENITIES } from './amenities-input.tsx';
import { MOST_PEOPLE } from '../new-room-dialog.tsx';
import { PartsInput } from './parts-input.tsx';
import { RoomDevices } from '../devices/room-devices.tsx';
import { useRoomLinks } from '../room-links.ts';
import { RoomPhotos } from './room-photos.tsx';
import { RoomUnreadable } from './room-unreadable.tsx';
import { isRoomId, useEditRoom, useRoom, useRooms } from '../rooms.api.ts';

/** `/dashboard/room/{id}/edit`: the fields, pictures, devices and price policies of a room (RM-3). */
export function RoomEditPage({ Prices }: { readonly Prices: ComponentType<{ readonly room: Room }> }) {
  const { t } = useTranslation(['rooms', 'stores', 'form', 'devices']);
  const can = useCan();
  const { id = '' } = useParams();
  const links = useRoomLinks();
  const room = useRoom(useProduct(), id);
  return (
    <Box sx={{ ...PAGE_STACK, maxWidth: FORM_WIDTH }}>
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
  readonly descriptionEn: string;
  readonly guestDirections: string;
  readonly guestDirectionsEn: string;
  readonly amenities: readonly string[];
  readonly partRoomIds: readonly string[];
}

function RoomForm({ room }: { readonly room: Room }) {
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
      onSubmit={form.submit}
    >
      <RoomFields room={room} form={form} />
      {form.theirs !== null && (
        <RoomStaleNotice theirs={form.theirs} mine={form.draft} roomNames={roomNames} onKeepTheirs={form.keepTheirs} />
      )}
      <FormEnd form={form} />
      {form.stranded !== null && <StrandedDialog {...form.stranded} onClose={form.dismissStranded} />}
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
      descriptionEn: draft.descriptionEn.trim(),
      guestDirections: draft.guestDirections.trim(),
      guestDirectionsEn: draft.guestDirectionsEn.trim(),
      amenities: [...draft.amenities],
      partRoomIds: draft.partRoomIds.toSorted(),
    }),
    send: (change) => edit(change),
    onSaved: () => toast.success(t('form:saved')),
  });
}

function draftOf(room: Room): Draft {
  const { name, description, descriptionEn, guestDirections, guestDirectionsEn, amenities } = room;
  return {
    name,
    capacity: String(room.capacity),
    description,
    descriptionEn,
    guestDirections,
    guestDirectionsEn,
    amenities,
    partRoomIds: room.partRoomIds.toSorted(),
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
          ...COLUMN_GRID,
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
      <WrittenFields form={form} />
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

const WRITTEN = [
  { name: 'description', max: 2000, rows: 3 },
  { name: 'descriptionEn', max: 2000, rows: 3 },
  { name: 'guestDirections', max: 500, rows: 2, hint: 'field.guestDirectionsHint' },
  { name: 'guestDirectionsEn', max: 500, rows: 2, hint: 'field.englishHint' },
] as const;

/** What guests read about the room, in Korean and beside it in English (GP-12). */
function WrittenFields({ form }: Pick<RoomFieldsProps, 'form'>) {
  const { t } = useTranslation('rooms');
  return (
    <Box
      sx={{
        ...COLUMN_GRID,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {WRITTEN.map((field) => (
        <TextInput
          key={field.name}
          label={t(`field.${field.name}`)}
          value={form.draft[field.name]}
          rows={field.rows}
          maxLength={field.max}
          {...('hint' in field && { hint: t(field.hint) })}
          error={form.errorAt(field.name)}
          onChange={(value) => form.change({ [field.name]: value })}
        />
      ))}
    </Box>
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
        ...WRITTEN.map(({ name }) => ({ label: t(`field.${name}`), theirs: theirs[name], mine: mine[name] })),
        { label: t('field.amenities'), theirs: theirs.amenities.join(', '), mine: mine.amenities.join(', ') },
        { label: t('field.parts'), theirs: roomNames(theirs.partRoomIds), mine: roomNames(mine.partRoomIds) },
      ]}
    />
  );
}
