import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AssessmentInput,
  assess,
  assessByMethod2,
  METHOD_REVISION,
  TEXT_SET,
  TEXT_SET_OF_METHOD_2,
  type TextSet,
} from '../src/index.ts';
import { inputs } from './least-cases.ts';
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

describe.each([
  {
    version: '1',
    newest: TEXT_SET,
    former: 2,
    assessBy: (input: AssessmentInput, set?: TextSet) => assess(input, METHOD_REVISION, set),
  },
  { version: '2', newest: TEXT_SET_OF_METHOD_2, former: 3, assessBy: assessByMethod2 },
] as const)('the text sets of version $version', ({ newest, former, assessBy }) => {
  it('differ in this sentence alone: the former one has none, as when it was issued', () => {
    let met = 0;
    fc.assert(
      fc.property(inputs, (input) => {
        const [now, before] = [assessBy(input), assessBy(input, former)];
        const isLeast = (code: string | undefined) => code === 'least_changes' || code === 'no_least_change';
        const [first, ...rest] = now.sentences?.wouldChange ?? [];
        expect([now.textSet, before.textSet]).toEqual([newest, former]);
        expect(before.sentences?.wouldChange).toEqual(isLeast(first?.code) ? rest : now.sentences?.wouldChange);
        expect(before.sentences?.wouldChange.some(({ code }) => isLeast(code))).toBe(false);
        expect({ ...before.sentences, wouldChange: [] }).toEqual({ ...now.sentences, wouldChange: [] });
        met += isLeast(first?.code) ? 1 : 0;
      }),
      { numRuns: 100 },
    );
    expect(met).toBeGreaterThan(50);
  });
});
