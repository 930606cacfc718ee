import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** The contents of a downloaded file, read in chunks to its end. */
export interface Content {
  /** Number of rows, including the heading. */
  readonly rows: number;
  readonly bytes: number;
}

export async function countLines(file: string): Promise<Content> {
  let rows = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const byte of chunk) if (byte === 10) rows += 1;
  return { rows, bytes: (await stat(file)).size };
}

/**
 * Counts the rows of a workbook's first sheet. Throws where a spreadsheet program would: a missing part, a wrong
 * checksum, an unclosed tag (ECMA-376, APPNOTE 6.3.10 of ZIP).
 */
export async function countRows(file: string): Promise<Content> {
  const parts = await partsOf(file);
  for (const name of ['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'])
    if (!parts.has(name)) throw new Error(`The workbook has no ${name}`);
  let rows = 0;
  for (const [name, part] of parts) {
    const opened = await readXml(file, part);
    if (name === 'xl/worksheets/sheet1.xml') rows = opened.get('row') ?? 0;
  }
  return { rows, bytes: (await stat(file)).size };
}

interface Part {
  readonly from: number;
  readonly packedBytes: number;
  readonly isPacked: boolean;
  readonly bytes: number;
  readonly sum: number;
}

/** The parts of an archive by its central directory, which is at the end of the file. */
async function partsOf(file: string): Promise<Map<string, Part>> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number) =>
      (await handle.read(Buffer.alloc(length), 0, length, from)).buffer;
    const tail = await read(Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf('PK\u{5}\u{6}', undefined, 'latin1');
    if (end < 0) throw new Error('The archive has no end');
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    const parts = new Map<string, Part>();
    for (let at = 0, left = tail.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (directory.readUInt32LE(at) !== 0x02014b50) throw new Error('The archive lists fewer parts than it has');
      const nameBytes = directory.readUInt16LE(at + 28);
      const headAt = directory.readUInt32LE(at + 42);
      const head = await read(headAt, 30);
      parts.set(directory.toString('utf8', at + 46, at + 46 + nameBytes), {
        from: headAt + 30 + head.readUInt16LE(26) + head.readUInt16LE(28),
        packedBytes: directory.readUInt32LE(at + 20),
        isPacked: directory.readUInt16LE(at + 10) === 8,
        bytes: directory.readUInt32LE(at + 24),
        sum: directory.readUInt32LE(at + 16),
      });
      at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    return parts;
  } finally {
    await handle.close();
  }
}

/** Counts how often each element is opened, and checks that each is closed in order. */
async function readXml(
  file: string,
  { from, packedBytes, isPacked, bytes, sum }: Part,
): Promise<ReadonlyMap<string, number>> {
  const packed = createReadStream(file, { start: from, end: from + packedBytes - 1 });
  const plain = isPacked ? packed.pipe(createInflateRaw()) : packed;
  const opened = new Map<string, number>();
  const within: string[] = [];
  let [read, found, rest] = [0, 0, ''];
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    read += chunk.length;
    found = crc32(chunk, found);
    rest += chunk.toString('latin1');
    const whole = rest.lastIndexOf('>') + 1;
    for (const [, close, name = '', isEmpty] of rest.slice(0, whole).matchAll(/<(\/?)([\w:]+)(?:\s[^>]*?)?(\/?)>/g)) {
      if (close === '/') {
        if (within.pop() !== name) throw new Error(`${name} is closed where it is not open`);
        continue;
      }
      opened.set(name, (opened.get(name) ?? 0) + 1);
      if (isEmpty !== '/') within.push(name);
    }
    rest = rest.slice(whole);
  }
  if (within.length > 0) throw new Error(`${within.join(' ')} is never closed`);
  if (read !== bytes || found !== sum) throw new Error('A part of the archive is not what its sum says');
  return opened;
}
