import { writeFile } from 'node:fs/promises';
import { tokensCss } from '../src/tokens/tokens-css.ts';

await writeFile(new URL('../src/styles/tokens.css', import.meta.url), tokensCss());
