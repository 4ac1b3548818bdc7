import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PUBLISHERS } from '../lists/publishers.ts';
import { LABEL_FORMATS } from './label-formats.ts';

const ROWS = readFileSync(new URL('../../../../../../../docs/operations/labels.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it.each(Object.entries(LABEL_FORMATS))(
  'docs/operations/labels.md lists the format %s with its set',
  (id, { setName }) => {
    const [, , , set] = ROWS.find(([, ids]) => ids?.split(', ').includes(`\`${id}\``)) ?? [];
    expect(set).toBe(setName === null ? 'none' : `\`${setName}\``);
  },
);

it.each(PUBLISHERS)('docs/operations/labels.md lists the publisher of $setName with its licence', (publisher) => {
  const licences = ROWS.filter(([, sets]) => sets?.includes(`\`${publisher.setName}\``)).map(([, , , third]) => third);
  expect(licences).toContain(publisher.licence);
});
