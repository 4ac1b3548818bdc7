/**
 * The same items, the next one always asked for while the present one is worked on: what makes them and who takes them
 * work side by side. Ends its source when it is left early.
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
  // Whoever takes the item hears of the failure; until then it is nobody's.
  asked.catch(() => undefined);
  return asked;
}
