import { expect, it } from 'vitest';
import { lockLook } from './door-words.ts';
import { sampleDoor } from '../../testing/samples.ts';

it('a door’s picture shows whether it is locked, and never shows it as safe while its leaf is open (DR-3)', () => {
  const look = (more: Parameters<typeof sampleDoor>[0]) =>
    lockLook(sampleDoor({ lockState: 'LOCKED', leafState: 'CLOSED', ...more }));
  expect(look({})).toEqual({ glyph: 'lock', tone: 'good' });
  expect(look({ leafState: 'UNKNOWN' })).toEqual({ glyph: 'lock', tone: 'good' });
  for (const leafState of ['OPEN', 'FORCED_OPEN', 'AJAR'] as const)
    expect(look({ leafState })).toEqual({ glyph: 'alert', tone: 'warn' });
  expect(look({ leafState: 'OPEN', lockState: 'UNLOCKED' })).toEqual({ glyph: 'unlock', tone: 'warn' });
  expect(look({ leafState: 'OPEN', isMoving: true })).toEqual({ glyph: 'moving', tone: 'neutral' });
  expect(look({ online: 'DEVICE_OFFLINE' })).toEqual({ glyph: 'lock', tone: 'neutral' });
});
