import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'journeys',
    include: ['journeys/**/*.journey.ts'],
    globalSetup: ['harness/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One browser and one product for all: two cores are not enough for more.
    fileParallelism: false,
    retry: 0,
  },
});
