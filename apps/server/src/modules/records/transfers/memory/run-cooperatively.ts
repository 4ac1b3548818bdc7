import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long at most others wait for their turn. */
const TURN_MS = 8;

/**
 * Goes through the steps of a long change and lets others have their turn in between.
 *
 * @throws the signal's reason; what was to be changed is half changed then
 */
export async function runCooperatively<Outcome>(
  steps: Generator<void, Outcome>,
  signal: AbortSignal,
): Promise<Outcome> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await nextTurn();
    signal.throwIfAborted();
    began = performance.now();
  }
}
