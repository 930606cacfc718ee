import {
  CAUSE_KINDS,
  CLIMATE_MODES,
  COMMAND_ERRORS,
  COMMAND_STEPS,
  deviceState,
  HISTORY_ACTIONS,
  HISTORY_STATUSES,
  OPERATION_SOURCES,
} from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import en from '../../locales/devices/en.json' with { type: 'json' };
import kr from '../../locales/devices/kr.json' with { type: 'json' };
import { readFilterFields } from '../../ui/list/address-filter.ts';
import { CAUSE_CHOICES, HISTORY_FILTER_FIELDS, SOURCE_CHOICES, STATUS_CHOICES } from './history-filter.ts';

const sorted = (list: readonly string[]) => [...list].toSorted();

describe.each([
  ['kr', kr],
  ['en', en],
] as const)('the words of %s', (_language, texts) => {
  it('explain every code of the contract and no others', () => {
    expect(sorted(Object.keys(texts.error))).toEqual(sorted(COMMAND_ERRORS));
    expect(sorted(Object.keys(texts.next))).toEqual(sorted(COMMAND_ERRORS));
    expect(sorted(Object.keys(texts.status))).toEqual(sorted(HISTORY_STATUSES));
    expect(sorted(Object.keys(texts.action))).toEqual(sorted(HISTORY_ACTIONS));
    expect(sorted(Object.keys(texts.cause))).toEqual(sorted(CAUSE_KINDS));
    expect(sorted(Object.keys(texts.source))).toEqual(sorted(OPERATION_SOURCES));
    expect(sorted(Object.keys(texts.why))).toEqual(sorted(CAUSE_KINDS));
    expect(sorted(Object.keys(texts.timeline))).toEqual(sorted(COMMAND_STEPS));
    expect(sorted(Object.keys(texts.climate))).toEqual(sorted(CLIMATE_MODES));
    expect(sorted(Object.keys(texts.state))).toEqual(sorted(Object.keys(deviceState.shape)));
  });
});

it('let the filters offer every status, action, cause and source', () => {
  expect(sorted(STATUS_CHOICES)).toEqual(sorted(HISTORY_STATUSES));
  const offered = (action: string) => readFilterFields(HISTORY_FILTER_FIELDS, new URLSearchParams({ action })).action;
  expect(HISTORY_ACTIONS.map(offered)).toEqual(HISTORY_ACTIONS);
  expect(sorted(CAUSE_CHOICES)).toEqual(sorted(CAUSE_KINDS));
  expect(sorted(SOURCE_CHOICES)).toEqual(sorted(OPERATION_SOURCES));
});
