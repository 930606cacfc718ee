import { describe, expect, it } from 'vitest';
import { isEncrypted, isLoopback, readBrokerUrl } from './broker-address.ts';

describe('the address of a broker', () => {
  it('separates user and password from the printable part', () => {
    expect(readBrokerUrl('mqtts://me:p%40ss:%2Fword@broker.example:8883')).toEqual({
      address: 'mqtts://broker.example:8883',
      place: 'broker.example:8883',
      protocol: 'mqtts:',
      username: 'me',
      password: 'p@ss:/word',
    });
    expect(readBrokerUrl('mqtt://localhost')).toEqual({
      address: 'mqtt://localhost',
      place: 'localhost',
      protocol: 'mqtt:',
    });
    expect(readBrokerUrl('wss://token@broker.example/mqtt?x=1')).toMatchObject({
      address: 'wss://broker.example/mqtt?x=1',
      username: 'token',
    });
  });

  it.each([
    ['mqtt://localhost', true, false],
    ['mqtt://LocalHost:1883', true, false],
    ['mqtt://127.0.0.1', true, false],
    ['mqtt://127.8.9.10', true, false],
    ['mqtt://[::1]:1883', true, false],
    ['mqtts://localhost', true, true],
    ['mqtt://broker', false, false],
    ['mqtt://localhost.example.com', false, false],
    ['mqtt://127.0.0.1.example.com', false, false],
    ['mqtt://10.0.0.7', false, false],
    ['ws://broker', false, false],
    ['wss://broker', false, true],
    ['mqtts://broker', false, true],
  ])('reports for %s whether it is this machine (%s) and encrypted (%s)', (url, local, encrypted) => {
    const address = readBrokerUrl(url);
    expect([isLoopback(address), isEncrypted(address)]).toEqual([local, encrypted]);
  });
});
