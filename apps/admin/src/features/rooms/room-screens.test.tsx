// @sweep 1/8 (decision 086)
import type { Room } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { sampleReservation, sampleStore, STRANDED } from '../../testing/store-samples.ts';
import { photoFault } from './room/photo-upload.ts';
import { RoomDetailPage } from './room/room-detail-page.tsx';
import { RoomEditPage } from './room/room-edit-page.tsx';

const EDIT = 'PATCH /api/v2/{product}/room/{roomId}';
const ROOM = sampleRoom({
  name: '파티룸',
  amenities: ['TV'],
  description: '큰 방',
  state: 'IN_USE',
  presentReservationId: sampleId(51),
  version: 4,
});
const OTHERS = [
  sampleRoom({ id: sampleId(11), name: '왼쪽 룸', order: 1 }),
  sampleRoom({ id: sampleId(12), name: '오른쪽 룸', order: 2 }),
];
const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

function answers() {
  return {
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/room/device': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/room/{roomId}': () => ROOM,
    'GET /api/v2/{product}/room': () => ({ total: 3, items: [ROOM, ...OTHERS] }),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
    'GET /api/v2/{product}/reservations/daily': ({ query }: SentRequest) => ({
      storeId: ROOM.storeId,
      date: String(query['date']),
      startsAt: at(-8),
      endsAt: at(16),
      open: [{ startsAt: at(-8), endsAt: at(16) }],
      rooms: [
        {
          room: ROOM,
          closures: [{ startsAt: at(10), endsAt: at(11), reason: '점검', reservationId: null }],
          reservations: [
            sampleReservation({
              id: sampleId(51),
              state: 'IN_USE',
              startsAt: at(-1),
              endsAt: at(1),
              bufferEndsAt: at(1.2),
              guestName: '김*수',
              code: 'AAAA-2222',
            }),
            sampleReservation({
              id: sampleId(52),
              startsAt: at(3),
              endsAt: at(5),
              bufferEndsAt: at(5.2),
              guestName: '이*민',
            }),
            sampleReservation({
              id: sampleId(53),
              kind: 'BLOCK',
              blockReason: 'REPAIR',
              startsAt: at(7),
              endsAt: at(8),
              bufferEndsAt: at(8),
            }),
          ],
        },
      ],
    }),
  } as const;
}
const open = (page: ReactNode, path: string) =>
  renderScreen(
    <Routes>
      <Route path="/dashboard/room/:id/*" element={page} />
    </Routes>,
    `/dashboard/room/${ROOM.id}${path}`,
  );
const openEdit = async () => {
  const rendered = await open(<RoomEditPage Prices={() => null} />, '/edit');
  await screen.findByLabelText(/^이름/);
  return rendered;
};
const save = async () => fireEvent.click(await screen.findByText('저장'));

it('the room screen shows the guest in a room, the next guest and the whole day (RM-2)', async () => {
  answerCalls(answers());
  await open(
    <RoomDetailPage
      Openers={() => null}
      Doors={({ room }) => <p>{`${room.name}의 문`}</p>}
      Modes={() => null}
      Sales={() => null}
    />,
    '',
  );
  const list = await screen.findByTestId('room-day-list');
  expect(list.textContent).toMatch(/김\*수 · 2명 · 이용 중.*이\*민.*수리.*휴무: 점검/);
  const link = screen.getByRole('link', { name: 'AAAA-2222' });
  expect(link.getAttribute('href')).toContain(`reservation=${sampleId(51)}`);
  expect(link.parentElement?.parentElement?.textContent).toContain('지금');
  expect(screen.getByText('파티룸의 문')).toBeTruthy();
});

it('the room screen says that a room does not exist or is not visible to the person (AC-1)', async () => {
  answerCalls({ ...answers(), 'GET /api/v2/{product}/room/{roomId}': () => refuse('NOT_FOUND', 404) });
  await open(<RoomDetailPage Openers={() => null} Doors={() => null} Modes={() => null} Sales={() => null} />, '');
  expect(await screen.findByText('룸을 찾을 수 없어요')).toBeTruthy();
});

it('the room screen saves the changed fields of a room, including parts and amenities (RM-3)', async () => {
  const requests = answerCalls({
    ...answers(),
    [EDIT]: ({ body }) => ({ ...ROOM, ...(body as Partial<Room>), version: 5 }),
  });
  await openEdit();
  fireEvent.change(screen.getByLabelText(/^정원/), { target: { value: '20' } });
  fireEvent.click(await screen.findByLabelText('왼쪽 룸'));
  const amenities = screen.getByLabelText('편의 시설');
  fireEvent.change(amenities, { target: { value: '노래방 기기' } });
  fireEvent.keyDown(amenities, { key: 'Enter' });
  await save();
  await waitFor(() =>
    expect(requests.get(EDIT)?.[0]?.body).toEqual({
      capacity: 20,
      amenities: ['TV', '노래방 기기'],
      partRoomIds: [sampleId(11)],
      version: 4,
    }),
  );
});

it('the room screen shows the refused part, and the reservations that parts would make overlap', async () => {
  let answer = refuse('ROOM_PARTS_INVALID', 422, {
    errors: [{ path: 'partRoomIds.0', code: 'has_parts', message: 'x' }],
  });
  answerCalls({ ...answers(), [EDIT]: () => answer });
  await openEdit();
  fireEvent.click(await screen.findByLabelText('오른쪽 룸'));
  await save();
  expect(await screen.findByText('다른 룸으로 이루어진 룸은 넣을 수 없어요.')).toBeTruthy();
  answer = refuse('WOULD_STRAND', 409, STRANDED);
  await save();
  expect((await screen.findByTestId('stranded-list')).textContent).toContain('P2WD-83KF');
  expect(screen.queryByRole('button', { name: '그래도 저장' })).toBeNull();
});

it('the room screen refuses an unsuitable picture before it is sent', () => {
  expect(photoFault({ type: 'text/plain', size: 10 }, 0)).toBe('type');
  expect(photoFault({ type: 'image/png', size: 10 * 1024 * 1024 + 1 }, 0)).toBe('size');
  expect(photoFault({ type: 'image/webp', size: 10 }, 10)).toBe('count');
  expect(photoFault({ type: 'image/jpeg', size: 10 * 1024 * 1024 }, 9)).toBeNull();
});

/** Replaces XMLHttpRequest, so that the test decides when an upload ends. */
class FakeRequest extends EventTarget {
  static readonly sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  url = '';
  status = 0;
  responseText = '';
  body: unknown = null;
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
    FakeRequest.sent.push(this);
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  finish(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

it('the room screen sends pictures one after another with progress, and keeps the reason of refused ones', async () => {
  answerCalls(answers());
  FakeRequest.sent.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  await openEdit();
  const files = [
    new File(['a'], 'one.png', { type: 'image/png' }),
    new File(['b'], 'notes.txt', { type: 'text/plain' }),
    new File(['c'], 'two.jpg', { type: 'image/jpeg' }),
  ];
  fireEvent.change(screen.getByTestId('photo-files'), { target: { files } });
  expect(await screen.findByText('JPEG, PNG, WebP 사진만 올릴 수 있어요.')).toBeTruthy();
  await waitFor(() => expect(FakeRequest.sent).toHaveLength(1));
  const [first] = FakeRequest.sent;
  act(() => first?.progress(30, 60));
  expect(screen.getByText('50%')).toBeTruthy();
  expect(first?.headers['Content-Type']).toBe('image/png');
  expect(first?.headers['Authorization']).toMatch(/^Bearer /);
  expect(first?.url).toBe(`/api/v2/playroom/room/${ROOM.id}/photo`);
  act(() => first?.finish(422, refuse('PHOTO_INVALID', 422).body));
  expect(await screen.findByText('보여 줄 수 있는 사진이 아니에요.')).toBeTruthy();
  await waitFor(() => expect(FakeRequest.sent).toHaveLength(2));
  act(() => FakeRequest.sent[1]?.finish(200, { ...ROOM, version: 5 }));
  await waitFor(() => expect(screen.getAllByTestId('photo-upload')).toHaveLength(2));
});

it('the room screen reads a picture with the token and shows it after it has loaded', async () => {
  const photos = [{ id: sampleId(95), width: 1600, height: 900 }];
  const requests = answerCalls({
    ...answers(),
    'GET /api/v2/{product}/room/{roomId}': () => ({ ...ROOM, photos }),
    'GET /api/v2/{product}/room/{roomId}/photo/{photoId}': () => 'picture',
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  await open(<RoomDetailPage Openers={() => null} Doors={() => null} Modes={() => null} Sales={() => null} />, '');
  const picture = await screen.findByRole('img', { name: '파티룸 사진 1' });
  expect(picture.getAttribute('src')).toBe('blob:picture');
  const [read] = requests.get('GET /api/v2/{product}/room/{roomId}/photo/{photoId}') ?? [];
  expect(read?.query).toEqual({ size: 'large' });
  expect(read?.headers.get('authorization')).toMatch(/^Bearer /);
});

it('the room screen removes a picture after a confirmation', async () => {
  const photos = [{ id: sampleId(96), width: 1600, height: 900 }];
  const remove = 'DELETE /api/v2/{product}/room/{roomId}/photo/{photoId}';
  const requests = answerCalls({
    ...answers(),
    'GET /api/v2/{product}/room/{roomId}': () => ({ ...ROOM, photos }),
    'GET /api/v2/{product}/room/{roomId}/photo/{photoId}': () => 'picture',
    [remove]: () => ({ ...ROOM, version: 5 }),
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  await openEdit();
  fireEvent.click(await screen.findByRole('button', { name: '사진 1 삭제' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '삭제' }));
  await waitFor(() => expect(requests.get(remove)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByTestId('room-photo')).toBeNull());
});
