import { describe, expect, it } from 'vitest';
import { formatPhone, maskEmail, maskName, maskPhone, phoneDigits } from './index.ts';

describe('a masked name (PD-1)', () => {
  it.each([
    ['홍길동', '홍*동'],
    ['홍길', '홍*'],
    ['남궁길동', '남**동'],
    ['  홍길동 ', '홍*동'],
    ['홍길동'.normalize('NFD'), '홍*동'],
    ['John Smith', 'J*** ****h'],
    ['Jo', 'J*'],
    ['김', '*'],
    ['👩‍🚀길동', '👩‍🚀*동'],
    ['', ''],
  ])('of %s is %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });
});

describe('a phone number', () => {
  it.each([
    ['010-1234-5678', '01012345678', '010-****-5678', '010-1234-5678'],
    ['+82 10-1234-5678', '01012345678', '010-****-5678', '010-1234-5678'],
    ['+82 (0)10 1234 5678', '01012345678', '010-****-5678', '010-1234-5678'],
    ['011 123 4567', '0111234567', '011-***-4567', '011-123-4567'],
    ['02-123-4567', '021234567', '*****4567', '02-123-4567'],
    ['0212345678', '0212345678', '******5678', '02-1234-5678'],
    ['031 123 4567', '0311234567', '******4567', '031-123-4567'],
    ['0504-1234-5678', '050412345678', '********5678', '0504-1234-5678'],
    ['1588-1234', '15881234', '****1234', '1588-1234'],
    ['+1 415 555 2671', '14155552671', '*******2671', '+1 415 555 2671'],
    ['1234', '1234', '****', '1234'],
    ['', '', '', ''],
  ])('%s is dialled as %s, masked as %s and written as %s', (typed, digits, masked, written) => {
    expect([phoneDigits(typed), maskPhone(typed), formatPhone(typed)]).toEqual([digits, masked, written]);
  });
});

describe('an e-mail address', () => {
  it.each([
    ['kim.jiyeon@mail.example', 'k***@m***.example'],
    ['김@mail.example', '김***@m***.example'],
    ['"a@b"@mail.example', '"***@m***.example'],
    ['me@jiyeon-kim.co.kr', 'm***@j***.kr'],
    ['a@xn--3e0b707e.example', 'a***@x***.example'],
    ['root@localhost', 'r***@l***'],
    ['root@', 'r***@***'],
    ['@mail.example', '***'],
    ['', '***'],
  ])('%s is masked as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
