import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCommand } from './frame.ts';

const isEntry = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = await runCommand(process.argv.slice(2));
