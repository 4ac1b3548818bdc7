import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Product, type ProductOptions, startProduct as startFromSource } from './product.ts';

export { COMPILE_CACHE, type Product, type ProductOptions, temporaryDataDir } from './product.ts';

const BUILDER = fileURLToPath(new URL('../../../../tools/testing/tested-server.mjs', import.meta.url));

/**
 * The command line in few files, as npm start has it: a start from the source, which loads each module by itself, takes
 * twice the processor time. Built once for all test files, where the source has changed.
 */
export const COMMAND = execFileSync(process.execPath, [BUILDER], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'],
});

/** The real server in a process of its own, as `npm start` runs it. */
export const startProduct = (options: ProductOptions): Product => startFromSource({ command: COMMAND, ...options });
