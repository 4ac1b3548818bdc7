import { describe, expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

function recorder(isTTY: boolean) {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 } };
}

describe('progressLine', () => {
  it('replaces its line in a terminal and leaves nothing behind', () => {
    const { stream, written } = recorder(true);
    const line = progressLine(stream);
    line.show('1 of 2');
    line.show('2 of 2');
    line.clear();
    line.clear();
    expect(written).toEqual(['\r\u001b[2K1 of 2', '\r\u001b[2K2 of 2', '\r\u001b[2K']);
  });

  it('writes whole lines elsewhere, at most one every two seconds', () => {
    const { stream, written } = recorder(false);
    let now = 0;
    const line = progressLine(stream, () => now);
    for (now = 0; now <= 5000; now += 500) line.show(`${now} ms`);
    line.clear();
    expect(written).toEqual(['0 ms\n', '2000 ms\n', '4000 ms\n']);
  });
});
