import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../db/index.ts';
import { seededRandom } from '../random.ts';

/** Seeds what the pages of guests show (GP-2), and ratings of stays (GP-5). */

interface Information {
  readonly directions: string;
  readonly mapQuery: string;
  readonly wifiName: string;
  readonly wifiPassword: string;
  /** The store takes online bookings. */
  readonly bookingIsOpen?: true;
}

const INFORMATION: Readonly<Record<string, Information>> = {
  'playroom/gangnam': {
    directions:
      '2호선 강남역 1번 출구에서 걸어서 4분 거리예요. 건물 오른쪽 옆문으로 들어와 계단으로 지하 1층에 내려오면 파란 문이 있어요. 현관에도 같은 비밀번호를 입력해 주세요.',
    mapQuery: '서울 강남구 테헤란로 152',
    wifiName: 'PLAYROOM-GN',
    wifiPassword: 'gangnam-play-152',
    bookingIsOpen: true,
  },
  'playroom/hongdae': {
    directions:
      '홍대입구역 9번 출구에서 걸어서 3분 거리예요. 1층 편의점 왼쪽 유리문으로 들어와 엘리베이터로 4층에 올라오세요. 밤 11시 이후에는 엘리베이터 옆 계단을 써 주세요.',
    mapQuery: '서울 마포구 양화로 176',
    wifiName: 'PLAYROOM-HD-5G',
    wifiPassword: 'hongdae176!',
    bookingIsOpen: true,
  },
  'playroom/seomyeon': {
    directions:
      '서면역 7번 출구에서 걸어서 5분 거리예요. 1층 카페와 약국 사이 입구로 들어와 엘리베이터로 7층에 올라오면 왼쪽에 안내판이 있어요.',
    mapQuery: '부산 부산진구 서면로 68',
    wifiName: 'PLAYROOM-SM',
    wifiPassword: 'seomyeon0068',
  },
  'studyroom/sinchon': {
    directions:
      '신촌역 3번 출구에서 걸어서 6분 거리예요. 1층 서점 옆 계단으로 3층에 올라와 유리문에 비밀번호를 입력해 주세요.',
    mapQuery: '서울 서대문구 연세로 36',
    wifiName: 'STUDY-SC',
    wifiPassword: 'sinchon-study36',
  },
};

const HOUSE_RULES = [
  '실내에서는 담배와 전자담배를 피울 수 없어요.',
  '음식은 냄새가 강하지 않은 것만 가져와 주세요. 쓰레기는 복도 분리수거함에 버려 주세요.',
  '밤 11시 이후에는 옆 룸을 위해 소리를 줄여 주세요.',
  '시설이 망가지면 바로 알려 주세요. 나가실 때 조명과 에어컨은 저절로 꺼져요.',
].join('\n');

const BOOKING_TERMS = [
  '예약한 분이 만 14세 이상이어야 해요. 미성년자는 밤 10시 이후에 이용할 수 없어요.',
  '예약한 인원보다 많이 오시면 이용 중에 추가 요금이 생길 수 있어요.',
  '시설이나 비품이 망가지면 수리비를 청구할 수 있어요.',
].join('\n');

const ROOM_DIRECTIONS = [
  '입구에서 오른쪽 첫 번째 문이에요.',
  '입구에서 왼쪽 복도 끝에 있어요.',
  '정수기를 지나 오른쪽 두 번째 문이에요.',
  '화장실 맞은편 문이에요.',
] as const;

export function directionsOfRoom(number: number): string {
  return ROOM_DIRECTIONS[number % ROOM_DIRECTIONS.length] ?? '';
}

/** Writes the information once; later edits stay. */
export async function seedGuestInformation(
  tx: Tx,
  { storeId, mqttPrefix }: { readonly storeId: string; readonly mqttPrefix: string },
): Promise<void> {
  const information = INFORMATION[mqttPrefix];
  if (information === undefined) throw new Error(`The demo has no information for guests of ${mqttPrefix}`);
  await tx
    .updateTable('stores')
    .set({
      guest_directions: information.directions,
      guest_map_url: `https://map.naver.com/p/search/${encodeURIComponent(information.mapQuery)}`,
      guest_house_rules: HOUSE_RULES,
      guest_wifi_name: information.wifiName,
      guest_wifi_password: information.wifiPassword,
      booking_is_open: information.bookingIsOpen ?? false,
      booking_terms: information.bookingIsOpen ? BOOKING_TERMS : '',
    })
    .where('id', '=', storeId)
    .where('guest_directions', '=', '')
    .execute();
}

const DAY_MS = 24 * 3600_000;
const DAYS_BACK = 30;
const MOST_RATINGS = 60;
/** Each entry is as frequent as it is repeated. */
const RATINGS: readonly (readonly [score: number, remark: string])[] = [
  [5, '깨끗하고 조용해서 좋았어요.'],
  [5, ''],
  [5, '아이들과 보드게임 하기 좋았습니다. 다음에 또 올게요.'],
  [5, ''],
  [4, '에어컨이 조금 약했지만 만족해요.'],
  [4, ''],
  [4, '찾아오는 길 안내가 자세해서 헤매지 않았어요.'],
  [3, '옆방 소리가 조금 들려요.'],
  [2, '코드가 한 번에 안 열려서 5분 기다렸어요.'],
];

interface RatedStore {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  /** Differs for each store. */
  readonly seed: number;
}

/** Rates about every fourth stay of the last month, once. */
export async function seedRatings(tx: Tx, { productId, storeId, now, seed }: RatedStore): Promise<void> {
  const random = seededRandom(seed);
  const stays = await tx
    .selectFrom('reservations')
    .select(['id', 'ends_at'])
    .where('kind', '=', 'GUEST')
    .where('state', '=', 'COMPLETED')
    .where('ends_at', '>', new Date(now.getTime() - DAYS_BACK * DAY_MS))
    .orderBy('ends_at', 'desc')
    .orderBy('code')
    .limit(4 * MOST_RATINGS)
    .execute();
  const keys = personalOf(tx);
  const rows = stays.flatMap((stay) => {
    const [score, remark] = random.pick(RATINGS);
    const ratedAt = new Date(stay.ends_at.getTime() + random.int(5, 240) * 60_000);
    return random.next() < 0.25 && ratedAt < now
      ? [
          {
            product_id: productId,
            store_id: storeId,
            id: uuidv7({ msecs: ratedAt.getTime() }),
            reservation_id: stay.id,
            score,
            guest_remark: keys.seal(remark),
            rated_at: ratedAt,
          },
        ]
      : [];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('stay_ratings')
    .values(rows)
    .onConflict((builder) => builder.columns(['store_id', 'reservation_id']).doNothing())
    .execute();
}
