/**
 * Does works beside each other, begun in their order, and shows what each says as if one followed the other: what a later
 * one says is kept until those before it have ended, and then comes as it is said.
 *
 * @template T
 * @param {readonly ((show: (said: string | Uint8Array) => void) => Promise<T>)[]} works
 * @param {number} atOnce how many of them at a time
 * @param {(said: string | Uint8Array) => void} [print]
 * @returns {Promise<T[]>} in the order of the works; where one throws, what the first of those threw, once all have ended
 */
export async function takeTurns(works, atOnce, print = (said) => void process.stdout.write(said)) {
  const kept = works.map(() => /** @type {(string | Uint8Array)[]} */ ([]));
  const ended = new Set();
  let shown = 0;
  /** @param {number} turn */
  const end = (turn) => {
    ended.add(turn);
    while (ended.has(shown)) {
      shown += 1;
      for (const said of kept[shown]?.splice(0) ?? []) print(said);
    }
  };
  /** @type {Promise<{ value: T } | { error: unknown }>[]} */
  const results = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  let free = atOnce;
  for (const [turn, work] of works.entries()) {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    const show = (/** @type {string | Uint8Array} */ said) => {
      if (turn === shown) print(said);
      else kept[turn]?.push(said);
    };
    // A work that throws is kept with the others until all have ended.
    const outcome = async () => {
      try {
        return { value: await work(show) };
      } catch (error) {
        return { error };
      } finally {
        end(turn);
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    };
    results.push(outcome());
  }
  return (await Promise.all(results)).map((outcome) => {
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  });
}
