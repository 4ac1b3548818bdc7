import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where graphs and results stay between runs; `ASSAY_BENCH_DIR` names another folder than the temporary folder. */
export function benchFolder(...parts: readonly string[]): string {
  const { ASSAY_BENCH_DIR: base = path.join(tmpdir(), 'assay-bench') } = process.env;
  const folder = path.join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}
