import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assessByMethod2 } from '../src/index.ts';
import { LEAST_EXAMPLES } from './least-examples.ts';

const page = readFileSync(new URL('../../../docs/method/2/README.md', import.meta.url), 'utf8');
const [, section = ''] = /### 6\.10 What would change the stars\n([\s\S]*?)\n## /.exec(page) ?? [];
const listed = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, name = '', sentence = '']) => ({
  name,
  sentence,
}));
const examples = listed.filter(({ name }) => name !== 'Example');

describe('the worked examples of what would change the stars', () => {
  it('are those of the page', () => {
    expect(examples.map(({ name }) => name)).toEqual(LEAST_EXAMPLES.map(({ name }) => name));
  });

  it.each(LEAST_EXAMPLES)('$name', ({ name, input }) => {
    const { sentences } = assessByMethod2(input);
    const said = sentences?.wouldChange.find(({ code }) => code === 'least_changes' || code === 'no_least_change');
    expect(said?.text ?? 'none').toBe(examples.find((example) => example.name === name)?.sentence);
  });
});
