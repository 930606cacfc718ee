import type { ShownSeller } from '@munjigi/contract';
import { layOutQrCode, QUIET_MODULES } from '@munjigi/rules/qr-code';
import { fillText } from '@munjigi/texts';
import { POSTER_TEXTS } from '@munjigi/texts/guests';
import PDFDocument from 'pdfkit';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, type FileReply } from '../../http/index.ts';
import { PdfText, type TextStyle } from '../../text/pdf-text.ts';
import { toWritableText } from '../../text/writable-text.ts';
import { findSellerFacts } from '../stores/index.ts';
import { bookingUrl } from './booking-setup.ts';

/** A4 in points. */
const [WIDTH, MARGIN] = [595, 48];
const [QR_TOP, QR_SIZE] = [270, 340];
/** Where the address and who sells (SE-1) are written. */
const SMALL_TOP = 772;
const SMALLEST_SIZE = 12;
const GREY = '#5b6470';

interface PosterRow {
  readonly slug: string;
  readonly product_name: string;
  readonly store_name: string;
  readonly room_name: string | null;
  readonly is_open: boolean;
}

interface PosterOf {
  readonly storeId: string;
  readonly roomId: string | undefined;
  /** The origin of the server; `null`: it does not know its own address, so a poster would lead nowhere. */
  readonly publicUrl: string | null;
}

/** Prints a poster that leads to the booking page of a store, or of one of its rooms (BK-8). */
export async function printPoster(tx: Tx, { storeId, roomId, publicUrl }: PosterOf): Promise<FileReply> {
  const { rows } = await sql<PosterRow>`
    select p.slug, s.booking_is_open and s.closed_at is null as is_open, p.name as product_name, s.name as store_name,
      (select r.name from rooms r where r.store_id = s.id and r.id = ${roomId ?? null} and r.archived_at is null)
        as room_name
    from stores s join products p on p.id = s.product_id where s.id = ${storeId}`.execute(tx);
  const [found] = rows;
  if (!found || (roomId !== undefined && found.room_name === null)) throw notFound();
  if (publicUrl === null) throw new Problem('STATE_NOT_ALLOWED', { detail: 'The server has no public address' });
  // Its QR code would lead guests to a page that takes no bookings.
  if (!found.is_open) throw new Problem('STATE_NOT_ALLOWED', { detail: 'Online booking is switched off' });
  const seller = (await findSellerFacts(tx, storeId))?.shown ?? null;
  return {
    type: 'application/pdf',
    body: drawPoster(found, seller, bookingUrl(publicUrl, { slug: found.slug, storeId, roomId })),
    headers: { 'content-disposition': 'attachment; filename="booking-poster.pdf"', 'cache-control': 'no-store' },
  };
}

function drawPoster(row: PosterRow, seller: ShownSeller | null, url: string) {
  const { product_name: productName, store_name: storeName, room_name: roomName } = row;
  const info = { Title: toWritableText(storeName) };
  const document = new PDFDocument({ size: 'A4', margin: 0, info, lang: 'ko-KR' });
  const text = new PdfText(document);
  const lines = { width: WIDTH - 2 * MARGIN, align: 'center' } as const;
  const write = (line: string, top: number, style: TextStyle) => text.write(line, MARGIN, top, { ...style, ...lines });
  /** Shrinks a long name until it fits. */
  const writeWithin = (name: string, top: number, largest: number, height: number) => {
    const box = (size: number) => ({ weight: 'bold', size, ...lines }) as const;
    let size = largest;
    while (size > SMALLEST_SIZE && text.measureHeight(name, box(size)) > height) size -= 2;
    return write(name, top, box(size));
  };
  write(productName, 64, { weight: 'regular', size: 18, color: GREY });
  const bottom = writeWithin(storeName, 96, 40, 96);
  if (roomName !== null) writeWithin(roomName, bottom + 8, 28, 56);
  drawQrCode(document, url);
  const below = write(POSTER_TEXTS.kr, QR_TOP + QR_SIZE + 34, { weight: 'bold', size: 20 });
  write(POSTER_TEXTS.en, below + 8, { weight: 'regular', size: 16, color: GREY });
  write(url, SMALL_TOP, { weight: 'regular', size: 9, color: GREY });
  if (seller !== null)
    write(
      fillText(POSTER_TEXTS.seller, {
        name: seller.legalName,
        representative: seller.representative,
        number: seller.businessNumber,
      }),
      SMALL_TOP + 16,
      { weight: 'regular', size: 9, color: GREY },
    );
  document.end();
  return document;
}

function drawQrCode(document: PDFKit.PDFDocument, text: string): void {
  const { count, runs } = layOutQrCode(text);
  const module = QR_SIZE / (count + 2 * QUIET_MODULES);
  const left = (WIDTH - QR_SIZE) / 2 + QUIET_MODULES * module;
  const top = QR_TOP + QUIET_MODULES * module;
  for (const { row, from, length } of runs)
    document.rect(left + from * module, top + row * module, length * module, module);
  document.fill('black');
}
