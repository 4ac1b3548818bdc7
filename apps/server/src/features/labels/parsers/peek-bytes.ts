const PEEK_BYTES = 4096;

/** The first line as text, as far as 4,096 bytes go, and the whole stream again. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly start: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let start = '';
  const decoder = new TextDecoder();
  for (let length = 0; length < PEEK_BYTES && !/\S[^\n]*\n/.test(start); ) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
    start += decoder.decode(next.value.subarray(0, PEEK_BYTES), { stream: true });
  }
  return { start: start.trimStart(), bytes: chain(read, iterator) };
}

async function* chain(read: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
