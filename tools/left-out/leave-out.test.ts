import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveOut, needsModule, withoutModule } from './leave-out.ts';

const LIST = `import { api } from '../modules/api/module.ts';
import { bot } from '../modules/bot/module.ts';
import type { Checks } from '../modules/checks/index.ts';

// The bot comes after the api.
export const OPTIONAL: readonly Optional[] = [
  api,
  bot,
];
export const robot = '../modules/robot';
`;
const SRC = 'apps/server/src';

describe('a list of modules', () => {
  it('loses the imports of the module, and the lines that name what they import', () => {
    expect(withoutModule({ file: `${SRC}/app/modules.ts`, text: LIST }, 'bot')).toBe(
      LIST.replace("import { bot } from '../modules/bot/module.ts';\n", '').replace('  bot,\n', ''),
    );
  });

  it('loses names of imports over several lines, of other names, of types and of all that a file has', () => {
    const text = `import {
  A,
  type B as C,
} from './modules/bot/a.ts';
import type { D } from './modules/bot/d.ts';
import * as e from './modules/bot/e.ts';
import './modules/bot/f.ts';
use(A);
use<C>();
use<D>();
use(e.all);
use(B);
`;
    expect(withoutModule({ file: `${SRC}/product.ts`, text }, 'bot')).toBe('use(B);\n');
  });

  it('stays as it is without an import of the module', () => {
    expect(withoutModule({ file: `${SRC}/app/modules.ts`, text: LIST }, 'nodes')).toBe(LIST);
  });
});

describe('a file that still needs a module', () => {
  const file = `${SRC}/app/composition/wiring.ts`;

  it.each([
    ['imports deep into it', "import { a } from '../../modules/bot/bot-accounts/join/a.ts';"],
    ['loads it when it is used', "const { a } = await import('../../modules/bot/index.ts');"],
    ['uses a type of it in place', "let a: import('../../modules/bot/index.ts').A;"],
    ['exports it again', "export * from '../../modules/bot/index.ts';"],
    ['reads a file of it', "new URL('../../modules/bot/texts.json', import.meta.url);"],
  ])('is found: it %s', (_, text) => {
    expect(needsModule({ file, text }, 'bot')).toBe(true);
  });

  it('is none that uses another module, or another folder of this name', () => {
    const text = "import '../../modules/robot/bot/a.ts'; import '../../modules/bots/a.ts'; import './bot/a.ts';";
    expect(needsModule({ file, text }, 'bot')).toBe(false);
  });
});

describe('leaving a module out', () => {
  let root: string;
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'assay-leave-out-'));
    write(`${SRC}/app/modules.ts`, LIST);
    write(`${SRC}/app/databases/several-servers.ts`, '');
    write(`${SRC}/app/jobs/retention-register.ts`, '');
    write(`${SRC}/commands/admin.ts`, '');
    write(`${SRC}/commands/command-list.ts`, '');
    write(`${SRC}/modules/bot/module.ts`, "import { a } from './deep/a.ts';");
    write(`${SRC}/modules/checks/index.ts`, '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('removes its folder and its lines', () => {
    leaveOut(root, 'bot');
    expect(readdirSync(path.join(root, SRC, 'modules'))).toEqual(['checks']);
    expect(readFileSync(path.join(root, SRC, 'app/modules.ts'), 'utf8')).not.toContain('modules/bot');
  });

  it('is refused, with the name of each file, while others import it', () => {
    write(`${SRC}/modules/checks/run/run.ts`, "import { a } from '../../bot/deep/a.ts';");
    write('apps/server/tools/tool.ts', "import { b } from '../src/modules/bot/module.ts';");
    expect(() => leaveOut(root, 'bot')).toThrow(
      'still needed by apps/server/src/modules/checks/run/run.ts, apps/server/tools/tool.ts',
    );
  });

  it('fails for a module that does not exist', () => {
    expect(() => leaveOut(root, 'desk')).toThrow('ENOENT');
  });
});
