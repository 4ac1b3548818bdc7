import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'journeys',
    include: ['journeys/**/*.journey.ts'],
    globalSetup: ['harness/global-setup.ts'],
    // Limits that only what hangs exceeds: a machine may be four times slower than the one this was written on.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    // Each worker has a product of its own, and one browser for all its files.
    maxWorkers: process.env['ASSAY_JOURNEY_URL'] === undefined ? 2 : 1,
    isolate: false,
  },
});
