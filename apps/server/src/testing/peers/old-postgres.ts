import { createServer, type AddressInfo } from 'node:net';

/**
 * Implements as much of PostgreSQL's protocol as is needed to admit every client and answer every query with one text:
 * a server of any version.
 */
export async function startOldPostgres(answer: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((socket) => {
    let isIn = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      if (!isIn) {
        isIn = true;
        socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      } else if (data[0] === 'Q'.charCodeAt(0)) {
        const column = Buffer.concat([
          text('server_version_num'),
          int32(0),
          int16(0),
          int32(25),
          int16(-1),
          int32(-1),
          int16(0),
        ]);
        const row = Buffer.concat([int16(1), int32(answer.length), Buffer.from(answer)]);
        socket.write(
          Buffer.concat([
            message('T', Buffer.concat([int16(1), column])),
            message('D', row),
            message('C', text('SHOW')),
            message('Z', Buffer.from('I')),
          ]),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://somebody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/munjigi`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const message = (kind: string, body: Buffer) => Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
const text = (text: string) => Buffer.from(`${text}\0`);
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
