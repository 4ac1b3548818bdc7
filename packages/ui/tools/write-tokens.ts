import { writeFile } from 'node:fs/promises';
import { tokenCopies } from '../src/tokens/token-copies.ts';

const root = new URL('../../../', import.meta.url);
for (const [file, content] of Object.entries(tokenCopies())) await writeFile(new URL(file, root), content);
