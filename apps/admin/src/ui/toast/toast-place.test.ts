import { describe, expect, it } from 'vitest';
import { placeToasts } from './toast-place.ts';

const WINDOW = { width: 1440, height: 900, toastHeight: 60 };
const edges = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const HEADER = edges(0, 0, 1440, 72);

describe('the place of toasts (SH-31)', () => {
  it('is the top right corner of an empty window', () => {
    expect(placeToasts({ ...WINDOW, tools: [], drawer: null })).toEqual({ top: 16, right: 16 });
  });

  it('is below the header and the tools at the right edge, and beside tools at the left', () => {
    const tools = [edges(1200, 90, 1400, 130), HEADER, edges(20, 90, 400, 400)];
    expect(placeToasts({ ...WINDOW, tools, drawer: null })).toEqual({ top: 138, right: 16 });
  });

  it('uses a gap between tools that is high enough, and none that is too low', () => {
    const at = (top: number) => [HEADER, edges(1300, top, 1400, top + 40)];
    expect(placeToasts({ ...WINDOW, tools: at(160), drawer: null }).top).toBe(80);
    expect(placeToasts({ ...WINDOW, tools: at(120), drawer: null }).top).toBe(168);
  });

  it('is beside a drawer at the right edge where the window has room', () => {
    const drawer = edges(980, 0, 1440, 900);
    expect(placeToasts({ ...WINDOW, tools: [edges(1388, 12, 1428, 52)], drawer })).toEqual({ top: 16, right: 476 });
  });

  it('is below the close button of a drawer that fills a phone', () => {
    const drawer = edges(0, 0, 390, 844);
    const phone = { width: 390, height: 844, toastHeight: 60 };
    expect(placeToasts({ ...phone, tools: [edges(338, 12, 378, 52)], drawer })).toEqual({ top: 60, right: 16 });
    const full = Array.from({ length: 20 }, (_, row) => edges(16, 60 + row * 44, 374, 100 + row * 44));
    expect(placeToasts({ ...phone, tools: [edges(338, 12, 378, 52), ...full], drawer }).top).toBe(60);
  });
});
