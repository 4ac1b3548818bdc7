import { defineConfig } from 'vitest/config';

const setupFiles = ['tools/testing/fail-on-console-error.ts'];

export default defineConfig({
  test: {
    // Tests share no state of modules: a worker loads each module once, not once for each file.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.{ts,tsx}',
            'apps/bot/src/**/*.test.ts',
            'apps/web/{app,tools}/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/{src,tools}/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/support/global-setup.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    // Two more than a machine of two cores: a third of what a worker does is to wait for databases and other programs.
    maxWorkers: 4,
    // Limits that only what hangs exceeds: what is waited for may take a busy machine long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
