import { describe, expect, it } from 'vitest';
import { sharedBuffersFor } from './shared-buffers.ts';

const GIGABYTE = 1024 ** 3;

describe('the memory of the embedded PostgreSQL', () => {
  it.each([
    [0.5, 128],
    [1, 128],
    [2, 256],
    [8, 1_024],
    [16, 2_048],
    [512, 2_048],
  ])('with %s GB of memory is %s MB', (gigabytes, megabytes) => {
    expect(sharedBuffersFor(gigabytes * GIGABYTE)).toBe(megabytes);
  });

  it('is known on this machine', () => {
    expect(sharedBuffersFor()).toBeGreaterThanOrEqual(128);
  });
});
