import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const isEntry = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = await run(process.argv.slice(2));

/** Loads what these arguments need: help and version answer without the code of the product. */
async function run(args: readonly string[]): Promise<number> {
  // The reader of a pipe may have seen enough (`| head`): no failure, and no reason to leave the database open.
  process.stdout.on('error', ignoreClosedPipe);
  const { isBrief, runBrief } = await import('./brief-program.ts');
  if (isBrief(args)) return runBrief(args);
  const { runCommand } = await import('./frame.ts');
  return runCommand(args);
}

function ignoreClosedPipe(error: Error & { readonly code?: string }): void {
  if (error.code !== 'EPIPE') throw error;
}
