import { fileURLToPath } from 'node:url';

/** The file of the server's command line: that of the source, or the built one that `ASSAY_SERVER` names, which loads sooner. */
export const SERVER_COMMAND =
  process.env['ASSAY_SERVER'] ?? fileURLToPath(new URL('../../../apps/server/src/commands/index.ts', import.meta.url));
