import { afterEach, beforeEach, expect, vi } from 'vitest';

// A test that logs an error has failed, whatever its assertions say. One that expects it replaces the spy itself.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(calls, 'console.error was called').toEqual([]);
});
