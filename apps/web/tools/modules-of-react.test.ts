import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { asModule } from './modules-of-react.ts';

const require = createRequire(import.meta.url);

function scriptOf(name: string, file: string): string {
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'cjs', `${file}.production.js`);
}

async function run(code: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Readonly<Record<string, unknown>>;
}

it.each([
  ['react', 'react'],
  ['react', 'react-jsx-runtime'],
])('the module made of %s/cjs/%s has the same names, each with a value of the same kind', async (name, file) => {
  const script = require(scriptOf(name, file)) as Readonly<Record<string, unknown>>;
  const made = await run(asModule(readFileSync(scriptOf(name, file), 'utf8')));
  const kinds = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(all).map(([key, value]) => [key, typeof value]));
  expect(kinds(made)).toEqual(kinds(script));
  expect(Object.keys(made).length).toBeGreaterThan(2);
});

it('a name that a script assigns more than once has its last value', async () => {
  const made = await run(
    asModule('exports.now = void 0;\nif (true) {\n  exports.now = 7;\n}\nexports.later = exports.now + 1;'),
  );
  expect({ ...made }).toEqual({ now: 7, later: 8 });
});

it('a name that is assigned within a block only is exported too', async () => {
  const made = await run(asModule('if (true) {\n  exports.only = 3;\n}'));
  expect({ ...made }).toEqual({ only: 3 });
});

it('what a script requires is imported', () => {
  const code = asModule(readFileSync(scriptOf('react-dom', 'react-dom-client'), 'utf8'));
  expect(code.split('\n', 3)).toEqual([
    "import * as Scheduler from 'scheduler';",
    "import * as React from 'react';",
    "import * as ReactDOM from 'react-dom';",
  ]);
  expect(code).toContain('exported_hydrateRoot as hydrateRoot');
});

it.each(['module.exports = {};', 'exports.a = require("a");', 'Object.assign(exports, {});', 'var a = 1;'])(
  'a script that says it in other words is refused: %s',
  (script) => {
    expect(() => asModule(script)).toThrow('no longer written in the words known here');
  },
);
