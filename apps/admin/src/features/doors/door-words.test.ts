import { expect, it } from 'vitest';
import { lockStyle } from './door-words.ts';
import { sampleDoor } from '../../testing/samples.ts';

it('a door’s picture shows whether it is locked, and never shows it as safe while its leaf is open (DR-3)', () => {
  const styleOf = (more: Parameters<typeof sampleDoor>[0]) =>
    lockStyle(sampleDoor({ lockState: 'LOCKED', leafState: 'CLOSED', ...more }));
  expect(styleOf({})).toEqual({ glyph: 'lock', tone: 'good' });
  expect(styleOf({ leafState: 'UNKNOWN' })).toEqual({ glyph: 'lock', tone: 'good' });
  for (const leafState of ['OPEN', 'FORCED_OPEN', 'AJAR'] as const)
    expect(styleOf({ leafState })).toEqual({ glyph: 'alert', tone: 'warn' });
  expect(styleOf({ leafState: 'OPEN', lockState: 'UNLOCKED' })).toEqual({ glyph: 'unlock', tone: 'warn' });
  expect(styleOf({ leafState: 'OPEN', isMoving: true })).toEqual({ glyph: 'moving', tone: 'neutral' });
  expect(styleOf({ online: 'DEVICE_OFFLINE' })).toEqual({ glyph: 'lock', tone: 'neutral' });
});
