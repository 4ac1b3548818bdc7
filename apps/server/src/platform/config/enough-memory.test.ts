import { describe, expect, it } from 'vitest';
import { availableMemory, LEAST_MEMORY_BYTES, MemoryError, requireEnoughMemory } from './enough-memory.ts';

const MACHINE = 8e9;

describe('the memory a start needs', () => {
  it('is compared with the limit of the container, or with the machine where there is none', () => {
    expect(availableMemory(500e6, MACHINE)).toBe(500e6);
    expect(availableMemory(2 ** 64, MACHINE)).toBe(MACHINE);
    expect(availableMemory(0, MACHINE)).toBe(MACHINE);
  });

  it('is enough at the stated least, and refused below it with both sizes', () => {
    expect(() => requireEnoughMemory(LEAST_MEMORY_BYTES)).not.toThrow();
    expect(() => requireEnoughMemory(314_572_800)).toThrow(MemoryError);
    expect(() => requireEnoughMemory(314_572_800)).toThrow(
      'Assay needs 420 MB of memory, and may take 315 MB here. Raise the limit',
    );
  });
});
