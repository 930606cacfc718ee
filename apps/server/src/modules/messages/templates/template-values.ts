import type { MessageLanguage } from '@munjigi/contract';
import { formatShortDate, groupDigits, zonedDate, zonedTime } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { TEMPLATE_EXAMPLE, TEMPLATE_VALUE_TEXTS } from '@munjigi/texts/guests';
import type { NotifiedStay } from '../../../db/index.ts';
import type { MessageValues } from './render-template.ts';

/** What the texts of a reservation's messages say. Read when a message is sent, so that it says what holds then. */
export interface StayFacts {
  readonly guestName: string;
  readonly storeName: string;
  readonly storeAddress: string;
  readonly storePhone: string;
  readonly timeZone: string;
  readonly roomName: string;
  readonly code: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly accessFrom: Date;
  readonly headCount: number;
  readonly priceAmount: number;
  readonly paidAmount: number;
  /** What refunds returned on purpose (PY-4). */
  readonly waivedAmount: number;
  /** The price in won of an extension that is held and not paid (GT-12). */
  readonly extensionAmount: number;
  readonly holdExpiresAt: Date | null;
  readonly refundAmount: number;
}

/** The values of all variables but the access code and the link. */
export function computeTemplateValues(stay: StayFacts, language: MessageLanguage): MessageValues {
  const clock = (at: Date) => zonedTime(stay.timeZone, at);
  const dayAndTime = (at: Date) => `${formatDate(at, stay.timeZone, language)} ${clock(at)}`;
  const won = (amount: number) => formatWon(amount, language);
  return {
    guestName: stay.guestName,
    storeName: stay.storeName,
    storeAddress: stay.storeAddress,
    storePhone: stay.storePhone,
    roomName: stay.roomName,
    reservationCode: stay.code,
    date: formatDate(stay.startsAt, stay.timeZone, language),
    startTime: clock(stay.startsAt),
    endTime: clock(stay.endsAt),
    headCount: String(stay.headCount),
    price: won(stay.priceAmount),
    paidAmount: won(stay.paidAmount),
    // With their date: both can be on the day before the stay.
    payUntil: stay.holdExpiresAt ? dayAndTime(stay.holdExpiresAt) : '',
    accessFrom: dayAndTime(stay.accessFrom),
    refundAmount: won(stay.refundAmount),
    refundTerm: stay.refundAmount > 0 ? TEMPLATE_VALUE_TEXTS[language].refundTerm : '',
    dueAmount: won(Math.max(0, stay.priceAmount + stay.extensionAmount - stay.paidAmount - stay.waivedAmount)),
  };
}

/** The values of the stay as the guest knew it before a change (MS-16). */
export function computePreviousValues(
  before: NotifiedStay,
  { timeZone }: Pick<StayFacts, 'timeZone'>,
  language: MessageLanguage,
): MessageValues {
  const startsAt = new Date(before.startsAt);
  return {
    previousRoomName: before.roomName,
    previousDate: formatDate(startsAt, timeZone, language),
    previousStartTime: zonedTime(timeZone, startsAt),
    previousEndTime: zonedTime(timeZone, new Date(before.endsAt)),
    previousHeadCount: String(before.headCount),
    previousPrice: formatWon(before.priceAmount, language),
  };
}

export function formatDate(at: Date, timeZone: string, language: MessageLanguage): string {
  return formatShortDate(zonedDate(timeZone, at), language);
}

/** Says who cancelled, from the kind of the actor in the history of the reservation. */
export function describeCanceller(actorKind: string | null, language: MessageLanguage): string {
  const texts: Readonly<Record<string, string>> = TEMPLATE_VALUE_TEXTS[language].canceller;
  return texts[actorKind ?? 'SYSTEM'] ?? TEMPLATE_VALUE_TEXTS[language].canceller.SYSTEM;
}

interface RefundStep {
  readonly until: Date;
  readonly percent: number;
}

/** Says until when a cancellation refunds which part. `null`: it refunds nothing any more. */
export function describeRefundRule(step: RefundStep | null, timeZone: string, language: MessageLanguage): string {
  const texts = TEMPLATE_VALUE_TEXTS[language];
  if (step === null) return texts.noRefund;
  const until = `${formatDate(step.until, timeZone, language)} ${zonedTime(timeZone, step.until)}`;
  return fillText(texts.refundRule, { until, percent: step.percent });
}

export function formatWon(amount: number, language: MessageLanguage): string {
  return fillText(TEMPLATE_VALUE_TEXTS[language].amount, { amount: groupDigits(amount) });
}

/** The variables of the guest's page and of the calendar entry beside it (MS-24). */
export function composeLinks(link: string): MessageValues {
  return { link, calendarLink: `${link}/stay.ics` };
}

/** As long as the link of a guest, and no token. */
const EXAMPLE_PATH = `/g/mjg_${'example-'.repeat(5)}123`;

/** The example of previews and test messages (MS-3). Without an origin there is no link (MS-11). */
export function exampleValues(language: MessageLanguage, origin: string | null): MessageValues {
  const startsAt = new Date('2026-12-24T10:00:00Z');
  const { previousRoomName, answer, ...example } = TEMPLATE_EXAMPLE[language];
  const before: NotifiedStay = {
    roomId: '',
    roomName: previousRoomName,
    startsAt: '2026-12-24T09:00:00.000Z',
    endsAt: '2026-12-24T12:00:00.000Z',
    headCount: 3,
    priceAmount: 30_000,
  };
  return {
    ...computeTemplateValues(
      {
        ...example,
        storePhone: '02-1234-5678',
        timeZone: 'Asia/Seoul',
        code: 'A1B2C3',
        startsAt,
        endsAt: new Date(startsAt.getTime() + 2 * 3600_000),
        accessFrom: new Date(startsAt.getTime() - 600_000),
        headCount: 2,
        priceAmount: 20_000,
        paidAmount: 5_000,
        waivedAmount: 0,
        extensionAmount: 0,
        holdExpiresAt: new Date(startsAt.getTime() - 3 * 3600_000),
        refundAmount: 20_000,
      },
      language,
    ),
    ...computePreviousValues(before, { timeZone: 'Asia/Seoul' }, language),
    cancelledBy: describeCanceller('PERSON', language),
    answer,
    refundRule: describeRefundRule({ until: new Date('2026-12-23T10:00:00Z'), percent: 100 }, 'Asia/Seoul', language),
    accessCode: '123456',
    receiptLink: 'https://receipt.example/A1B2C3',
    ...(origin !== null && composeLinks(`${origin}${EXAMPLE_PATH}`)),
  };
}
