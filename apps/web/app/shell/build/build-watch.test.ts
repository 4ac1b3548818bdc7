import { describe, expect, it } from 'vitest';
import { BUILD_CHECK_MS, watchBuild } from './build-watch.ts';

const HOUR_MS = 3_600_000;

function start(answers: (string | null | Error)[]) {
  const state = { time: 0, asked: 0, newer: 0 };
  const watch = watchBuild({
    running: 'one',
    served: async () => {
      const answer = answers[state.asked++] ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onNewer: () => {
      state.newer += 1;
    },
    now: () => state.time,
  });
  return { state, watch };
}

describe('the watch for a new build', () => {
  it('requests the build every hour, not more often', async () => {
    expect(BUILD_CHECK_MS).toBe(HOUR_MS);
    const { state, watch } = start(['one', 'one']);
    await watch.lookIfDue();
    state.time = HOUR_MS - 1;
    await watch.lookIfDue();
    expect(state.asked).toBe(0);
    state.time = HOUR_MS;
    await watch.lookIfDue();
    await watch.lookIfDue();
    expect(state.asked).toBe(1);
    state.time = 2 * HOUR_MS;
    await watch.lookIfDue();
    expect(state).toMatchObject({ asked: 2, newer: 0 });
  });

  it('reports a newer build once, and requests no more', async () => {
    const { state, watch } = start(['two', 'three']);
    state.time = 5 * HOUR_MS;
    await watch.lookIfDue();
    state.time = 9 * HOUR_MS;
    await watch.lookIfDue();
    expect(state).toMatchObject({ asked: 1, newer: 1 });
    expect(watch.isOver).toBe(true);
  });

  it('does not report a new build without an answer', async () => {
    const { state, watch } = start([null, new Error('offline'), 'two']);
    state.time = HOUR_MS;
    await watch.lookIfDue();
    state.time = 2 * HOUR_MS;
    await expect(watch.lookIfDue()).rejects.toThrow('offline');
    expect(state.newer).toBe(0);
    state.time = 3 * HOUR_MS;
    await watch.lookIfDue();
    expect(state.newer).toBe(1);
  });
});
