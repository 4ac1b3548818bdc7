import { describe, expect, it } from 'vitest';
import { runCooperatively } from './run-cooperatively.ts';

/** Steps of a millisecond or more. */
function* steps(count: number, onStep: (step: number) => void): Generator<void, string> {
  for (let step = 1; step <= count; step += 1) {
    const began = performance.now();
    while (performance.now() - began < 1);
    onStep(step);
    yield;
  }
  return 'done';
}

describe('a long change', () => {
  it('lets others have their turn long before it ends', async () => {
    let stepAtTurn = 0;
    let step = 0;
    setTimeout(() => {
      stepAtTurn = step;
    }, 1);
    const outcome = await runCooperatively(
      steps(200, (now) => {
        step = now;
      }),
      new AbortController().signal,
    );
    expect(outcome).toBe('done');
    expect(stepAtTurn).toBeGreaterThan(0);
    expect(stepAtTurn).toBeLessThan(50);
  });

  it('ends where it is cancelled', async () => {
    const cancel = new AbortController();
    let last = 0;
    const changing = runCooperatively(
      steps(1_000, (step) => {
        last = step;
        if (step === 20) cancel.abort(new Error('no more'));
      }),
      cancel.signal,
    );
    await expect(changing).rejects.toThrow('no more');
    expect(last).toBeLessThan(200);
  });
});
