import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../drills/command.ts';
import type { DrillRun } from '../drills/drill.ts';

/** The command line, again where it could not end: an import and a move go on where they stopped. */
export async function assay(
  run: DrillRun,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  dataDir: string,
  tries = 1,
): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const { code, out, err } = await runCommand(args, { ...env, ASSAY_DATA_DIR: dataDir }).ended;
    if (code === 0) return tried;
    if (tried === tries)
      run.fault(`assay ${args.slice(0, 3).join(' ')} ended with ${code}: ${(err || out).slice(-400)}`);
    if (tried >= tries) return tried;
    await sleep(1_000);
  }
}
