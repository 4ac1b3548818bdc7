/**
 * The same items; the next one is always requested while the present one is processed, so that producer and consumer
 * work at the same time. Ends its source when the loop over it ends early.
 */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = ask(iterator);
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = ask(iterator);
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function ask<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const asked = iterator.next();
  // The consumer of the item receives the failure; until then it must not count as unhandled.
  asked.catch(() => undefined);
  return asked;
}
