import { describe, expect, it } from 'vitest';
import { ConfigError } from './config/config-error.ts';
import { DatabaseUnavailable } from './db/index.ts';
import { startFault } from './start-fault.ts';

const CONFIG = {
  host: '10.1.2.3',
  port: 80,
  databaseUrl: 'postgres://office:a-password@db.example:5432/munjigi',
  databasePooler: null,
};
const errorWith = (fields: Readonly<Record<string, unknown>>) => Object.assign(new Error('it failed'), fields);

describe('why the server cannot start', () => {
  it.each([
    [
      'a database that is down',
      errorWith({ code: 'ECONNREFUSED', syscall: 'connect' }),
      /nothing listens at db\.example:5432/,
    ],
    ['an unknown host', errorWith({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), /host db\.example/],
    ['a wrong password', errorWith({ code: '28P01' }), /refuses the password of office/],
    ['a missing database', errorWith({ code: '3D000' }), /has no database munjigi/],
    ['a full disk', errorWith({ code: '53100' }), /no space left on its disk/],
    ['a database that refuses the certificate', new Error('self-signed certificate'), /no encrypted connection/],
    [
      'an address of another machine',
      errorWith({ code: 'EADDRNOTAVAIL', syscall: 'listen' }),
      /no address 10\.1\.2\.3/,
    ],
    ['a port of the system', errorWith({ code: 'EACCES', syscall: 'listen' }), /may not listen on port 80/],
    ['a wrong setting', new ConfigError('PORT: it is no number'), /^PORT/],
  ])('is one sentence without a password for %s', (_, error, sentence) => {
    const fault = startFault(error, CONFIG);
    expect(fault).toMatch(sentence);
    expect(fault).not.toMatch(/a-password|\n/);
  });

  it('is the same when the pool of connections reports it, and nothing for an error of the program', () => {
    const refused = new DatabaseUnavailable(errorWith({ code: 'ECONNREFUSED', syscall: 'connect' }));
    expect(startFault(refused, CONFIG)).toMatch(/^The database cannot be reached: nothing listens/);
    expect(startFault(new TypeError('x is not a function'), CONFIG)).toBeNull();
    expect(startFault(refused, null)).toBeNull();
  });
});
