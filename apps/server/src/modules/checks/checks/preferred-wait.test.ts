import { describe, expect, it } from 'vitest';
import { preferredWait } from './checks.routes.ts';

describe('Prefer', () => {
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['handling=lenient', undefined],
    ['wait=1', 1_000],
    ['respond-async', 0],
    ['respond-async, wait=10', 0],
    ['handling=lenient, Wait=3', 3_000],
    ['wait=60', undefined],
    ['wait=-1', undefined],
    ['wait=1e9', undefined],
  ])('%j waits %j ms', (prefer, ms) => {
    expect(preferredWait(prefer).answerWithinMs).toBe(ms);
  });
});
