import { expect, it } from 'vitest';
import texts from '../../locales/messages/kr.json' with { type: 'json' };
import { messageErrorKey } from './message-error.ts';

it.each([
  ['NO_CHANNEL', 'NO_CHANNEL'],
  ['RESERVATION_CANCELLED', 'RESERVATION_CANCELLED'],
  ['RESERVATION_PENDING', 'RESERVATION_CHANGED'],
  ['HTTP 401 Unauthorized', 'SECRET'],
  ['HTTP 400 NotEnoughBalance', 'BALANCE'],
  ['HTTP 503', 'BROKEN'],
  ['EAUTH 535', 'SECRET'],
  ['EENVELOPE 550', 'REFUSED_BY_MAIL_SERVER'],
  ['RECIPIENT_DEFERRED 450', 'REFUSED_BY_MAIL_SERVER'],
  ['ECONNREFUSED', 'UNREACHABLE'],
  ['ETIMEDOUT', 'LATE'],
  ['3059 변작된 발신번호', 'other'],
])('the error %s has words of its own kind', (error, key) => {
  expect(messageErrorKey(error)).toBe(key);
  expect(texts.error).toHaveProperty(key);
});
