import { describe, expect, it } from 'vitest';
import { peekBytes } from './peek-bytes.ts';

function source() {
  const state = { isClosed: false };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (const value of [1, 2, 3]) yield Uint8Array.of(value);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, chunks: chunks() };
}

describe('peekBytes', () => {
  it('returns the first bytes and the whole stream', async () => {
    const { state, chunks } = source();
    const { head, bytes } = await peekBytes(chunks, (sofar) => sofar.length >= 2);
    expect([...head]).toEqual([1, 2]);
    const read: number[] = [];
    for await (const chunk of bytes) read.push(...chunk);
    expect(read).toEqual([1, 2, 3]);
    expect(state.isClosed).toBe(true);
  });

  it('closes the source of a stream that is refused before it is read', async () => {
    const { state, chunks } = source();
    const { bytes } = await peekBytes(chunks, (sofar) => sofar.length >= 1);
    await bytes[Symbol.asyncIterator]().return?.();
    expect(state.isClosed).toBe(true);
  });

  it('closes the source of a stream that is left in the middle', async () => {
    const { state, chunks } = source();
    const { bytes } = await peekBytes(chunks, (sofar) => sofar.length >= 1);
    for await (const chunk of bytes) {
      expect([...chunk]).toEqual([1]);
      break;
    }
    expect(state.isClosed).toBe(true);
  });
});
