import { readFileSync } from 'node:fs';
import { ERROR_NAMES, ERRORS } from '@assay/contracts';
import { expect, it } from 'vitest';

const DOCUMENT = readFileSync(new URL('../../../../../packages/contracts/README.md', import.meta.url), 'utf8');

it.each(ERROR_NAMES)('the document of the API says when %s is answered, and with what status', (name) => {
  const row = DOCUMENT.split('\n').find((line) => /^\| \d{3}/.test(line) && line.includes(`\`${name}\``));
  expect(row).toBeDefined();
  expect(row?.split('|')[1]?.split(',').map(Number)).toContain(ERRORS[name].status);
});
