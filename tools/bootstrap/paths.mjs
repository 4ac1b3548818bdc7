import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** What the scripts fetch for themselves; ignored by git, safe to delete. */
export const TOOLS_DIR = path.join(ROOT, '.tools');

/** Tells Node to read the settings of .env; what the environment sets already wins. */
export const ENV_FILE = `--env-file-if-exists=${path.join(ROOT, '.env')}`;
