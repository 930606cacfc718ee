import { describe, expect, it } from 'vitest';
import { readTexts, withoutPlural } from './locale-texts.ts';
import { filesBelow } from './sources.ts';

const FOLDER = 'apps/admin/src/locales';
const FILES = filesBelow(FOLDER, /^en\.json$/);
const GUEST_FILES = ['', 'book/', 'display/'].map((folder) => `apps/guest/src/locales/${folder}en.json`);

/** A number and the word that it counts. */
const COUNTED = /\{\{?\w+\}?\} (?:more |open |other |extra )?(people|[a-z]{3,}s)\b/g;
/** Words that end in s and are no plurals of things; bytes and such are never one. */
const NO_PLURALS = new Set(
  'was has this needs less unless sends refunds requests differs stays always bytes'.split(' '),
);
const countsInPlural = (text: string) => [...text.matchAll(COUNTED)].some(([, word = '']) => !NO_PLURALS.has(word));
/** Texts whose number is always above one, with the reason. */
const ALWAYS_MANY: Readonly<Record<string, string>> = {
  'audit/en.json countOfMany': 'more than are counted',
  'deposits/en.json countOfMany': 'more than are counted',
  'devices/en.json countOfMany': 'more than are counted',
  'doors/en.json hold.minutes': 'the choices are 15 and 30 minutes',
  'form/en.json tooLong': 'limits of fields are above one',
  'doors/en.json tooMany': 'shown when not all doors fit',
  'help-desk/en.json length.days': 'shown from two days on',
  'help-desk/en.json line.several': 'shown from two times on',
  'messages/en.json connection.codeBudgetOf': 'at least 50',
  'on-call/en.json rules.fault.tooManyPeople': 'a fixed limit',
  'overview/en.json tooMany': 'shown when not all rooms fit',
  'prices/en.json policy.notWholeSlots': 'a slot has at least ten minutes',
  'stores/en.json booking.notWholeSlots': 'a slot has at least ten minutes',
  'provider-webhooks/en.json timesLong': 'shown from two times on',
  'rooms/en.json create.doneSeveral': 'one room has its own text',
  'rooms/en.json photo.fault.count': 'a fixed limit',
  'rooms/en.json photo.hint': 'a fixed limit',
  'rooms/en.json tooMany': 'shown when not all rooms fit',
  'sales/en.json group.all': 'shown when there are more rows than fit',
  'sales/en.json room.occupancyText': 'the opening hours of 30 days',
  'setup/en.json progress': 'the steps are seven',
  'tasks/en.json coming.title': 'a fixed number of hours',
  'book/en.json room.tooSmall': 'shown when a room for one person is too small',
};

describe('English texts with a number', () => {
  it.each(FILES)('%s writes one in the singular', (file) => {
    const name = file.slice(FOLDER.length + 1);
    const faults = [...readTexts(file)].filter(
      ([key, text]) => countsInPlural(text) && !/_(one|other)$/.test(key) && !(`${name} ${key}` in ALWAYS_MANY),
    );
    expect(faults.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it.each(GUEST_FILES)('%s writes one in the singular', (file) => {
    const name = file.replace('apps/guest/src/locales/', '');
    const faults = [...readTexts(file)].filter(
      ([key, text]) => countsInPlural(text) && !(`${name} ${key}` in ALWAYS_MANY),
    );
    expect(faults.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it.each(FILES)('%s has both forms of each plural', (file) => {
    const keys = [...readTexts(file).keys()].filter((key) => /_(one|other)$/.test(key));
    const bases = new Set(keys.map(withoutPlural));
    expect([...bases].filter((base) => !keys.includes(`${base}_one`) || !keys.includes(`${base}_other`))).toEqual([]);
  });

  it('names no exception that is gone', () => {
    const all = [...FILES, ...GUEST_FILES].flatMap((file) => {
      const name = file.replace(`${FOLDER}/`, '').replace('apps/guest/src/locales/', '');
      return [...readTexts(file).keys()].map((key) => `${name} ${key}`);
    });
    expect(Object.keys(ALWAYS_MANY).filter((key) => !all.includes(key))).toEqual([]);
  });
});
