import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** What the scripts fetch for themselves; ignored by git, safe to delete. */
export const TOOLS_DIR = path.join(ROOT, '.tools');

/** Node options that load .env if it exists; variables that are already set win. */
export function envFileOptions(root = ROOT) {
  const file = path.join(root, '.env');
  return existsSync(file) ? [`--env-file=${file}`] : [];
}
