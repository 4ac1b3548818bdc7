import { describe, expect, it } from 'vitest';
import { mayReload, RELOAD_GUARD_MS } from './stale-chunk.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
}

describe('a missing chunk', () => {
  it('[ERR-17] reloads the page once, and not again within 10 seconds', () => {
    expect(RELOAD_GUARD_MS).toBe(10_000);
    const kept = storage();
    expect(mayReload(kept, 50_000)).toBe(true);
    expect(mayReload(kept, 50_001)).toBe(false);
    expect(mayReload(kept, 59_999)).toBe(false);
    expect(mayReload(kept, 60_000)).toBe(true);
  });

  it('is not held back by a clock that was set back, nor by what somebody else wrote', () => {
    const kept = storage();
    expect(mayReload(kept, 50_000)).toBe(true);
    expect(mayReload(kept, 10_000)).toBe(true);
    kept.setItem('assay.chunk-reload', 'x');
    expect(mayReload(kept, 10_001)).toBe(true);
  });
});
