import { allowClosedPipe, isAnsweredByServer } from '@assay/command';

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

/** Loads what these arguments need: help and version answer without the code of the product. */
async function run(args: readonly string[]): Promise<number> {
  allowClosedPipe();
  const { isBrief, isHelpOfCommand, runBrief } = await import('./brief-program.ts');
  const isServers = isAnsweredByServer(args, process.env['ASSAY_API_KEY'] !== undefined);
  if (isBrief(args) || (isHelpOfCommand(args) && !isServers)) return runBrief(args);
  if (isServers) {
    const [{ runRemote }, { PRODUCT_VERSION }] = await Promise.all([
      import('@assay/command/remote'),
      import('../platform/kernel/product-version.ts'),
    ]);
    return runRemote(args, PRODUCT_VERSION);
  }
  const { runCommand } = await import('./frame.ts');
  return runCommand(args);
}
