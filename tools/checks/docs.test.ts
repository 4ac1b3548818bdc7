import { describe, expect, it } from 'vitest';
import { assayProgram } from './assay-commands.ts';
import { type KnownCommand, wrongCommands } from './doc-commands.ts';
import {
  missingInComments,
  missingInModules,
  missingPlaces,
  missingRows,
  type Repository,
  unindexed,
} from './doc-places.ts';
import { listedSettings, namesIn, unknownSettings } from './doc-settings.ts';
import { readmeCommands } from './docs.ts';

const PAGES: Readonly<Record<string, string>> = {
  'docs/page.md': '# Page\n\n## Its own part\n',
  'docs/here.md': '# Here\n\n## 3. Exposure\n\n### 3.1 Rounds & stops\n\n## Again\n\n## Again\n',
  'docs/method/README.md': '## 6. Score\n\n### 6.2 Linear score\n',
  'docs/decisions/0007-silent-questions.md': '- **GAP-02** The home.\n',
  'apps/server/src/main.ts': '',
};
const repository: Repository = {
  exists: (path) => path in PAGES,
  read: (path) => PAGES[path] ?? null,
  scriptsOf: (workspace) => (workspace === null ? ['verify'] : ['journeys']),
};
const problems = (text: string) => missingPlaces('docs/page.md', text, repository);

describe('the check of places in documents', () => {
  it('finds a script, a link and a path that do not exist', () => {
    expect(problems('Run `npm run verfy`.')).toEqual(["names the script 'verfy', which does not exist"]);
    expect(problems('Run `npm run --silent verfy`.')).toEqual(["names the script 'verfy', which does not exist"]);
    expect(problems('See [there](gone.md).')).toEqual(["links to 'gone.md', which does not exist"]);
    expect(problems('In `apps/server/src/gone.ts`.')).toEqual([
      "names 'apps/server/src/gone.ts', which does not exist",
    ]);
    expect(problems('```sh\nnode tools/gone.mjs --all\n```')).toEqual(["names 'tools/gone.mjs', which does not exist"]);
  });

  it('finds an anchor that the page it links to does not have', () => {
    expect(problems('See [here](here.md#4-labels).')).toEqual([
      "links to section '#4-labels' of 'docs/here.md', which does not exist",
    ]);
    expect(problems('See [below](#gone).')).toEqual([
      "links to section '#gone' of 'docs/page.md', which does not exist",
    ]);
    expect(problems('[a](here.md#31-rounds--stops), [b](here.md#again-1), [c](#its-own-part)')).toEqual([]);
  });

  it('finds a numbered section that does not exist, or has another name', () => {
    expect(problems('[Here](here.md), section 4, has it.')).toEqual([
      "cites section '4' of 'docs/here.md', which does not exist",
    ]);
    expect(problems('The oracle ([here](here.md), section 3, Oracle).')).toEqual([
      "cites section '3, Oracle' of 'docs/here.md', which does not exist",
    ]);
    expect(problems('See docs/method, section 6.9.')).toEqual([
      "cites section '6.9' of 'docs/method/README.md', which does not exist",
    ]);
    expect(
      problems('[Here](here.md), section 3, Exposure; docs/method, section 6.2, Linear score; RFC 5652, section 11.'),
    ).toEqual([]);
  });

  it('finds a page, a section of the method and a decision that a comment cites in vain', () => {
    const comment = '/** docs/gone.md; docs/method, section 7; (GAP-99). */';
    expect(missingInComments(comment, repository)).toEqual([
      'cites GAP-99, which docs/decisions/0007-silent-questions.md does not list',
      "cites 'docs/gone.md', which does not exist",
      'cites section 7 of the method, which does not exist',
    ]);
    expect(missingInComments('// docs/here.md; docs/method, section 6.2 (GAP-02)', repository)).toEqual([]);
  });

  it('reports nothing about what exists', () => {
    expect(
      problems('`npm run verify`, `npm run -w @assay/e2e journeys`, [here](here.md#again), `apps/server/src/main.ts`'),
    ).toEqual([]);
  });

  it('reads the two commands of the README', () => {
    expect(readmeCommands('a\n```sh\nnpm start\n```\nb\n```sh\nnpm test\n```\n```sh\nls\n```')).toEqual([
      'npm start',
      'npm test',
    ]);
  });
});

describe('the check of the page of the architecture', () => {
  it('finds a folder that has no row of its own', () => {
    const page = '\n| `checks` | one check |\n| `labels` | of `records` |\n';
    const folders = ['modules/checks', 'modules/labels', 'modules/records'];
    expect(missingRows(page, folders)).toEqual(["has no row for 'modules/records'"]);
  });
});

describe('the check of paths inside a module', () => {
  it('finds a file that no module has', () => {
    const exists = (path: string) => path === 'apps/server/src/modules/checks/checks/end-check.ts';
    expect(missingInModules('`checks/checks/end-check.ts`, `*.store.ts`, `main.ts`', exists)).toEqual([]);
    expect(missingInModules('`checks/checks/gone.ts`', exists)).toEqual([
      "names 'checks/checks/gone.ts', which no module has",
    ]);
  });
});

describe('the check of an index', () => {
  it('finds a page that it does not link to', () => {
    const index = '| [Running](running.md#settings) | [Labels](../labels.md) |';
    expect(unindexed(index, ['docs/README.md', 'docs/running.md', 'docs/labels.md'])).toEqual([
      "has no link to 'docs/labels.md'",
    ]);
  });
});

describe('the check of settings in documents', () => {
  const settings = {
    parsed: new Set(['PUBLIC_URL', 'NEW_SETTING']),
    listed: listedSettings('# The address.\n#PUBLIC_URL=https://example.org\nHOST=::1\n'),
    others: new Set(namesIn("const { A_SIZE: size } = process.env; process.env['B_SIZE']; const C_LIST = [];")),
  };

  it('finds a setting that nothing reads, and one that .env.example does not list', () => {
    expect(unknownSettings('`PUBLIC_URI` and `OLD_NAME=on`', settings)).toEqual([
      'names the setting PUBLIC_URI, which nothing reads',
      'names the setting OLD_NAME, which nothing reads',
    ]);
    expect(unknownSettings('`NEW_SETTING`', settings)).toEqual([
      'names the setting NEW_SETTING, which .env.example does not list',
    ]);
    expect(unknownSettings('```sh\nPUBLIC_URI=x npm start\n```', settings)).toHaveLength(1);
  });

  it('accepts settings, variables of tools, constants and words in capitals', () => {
    expect(settings.listed).toEqual(new Set(['PUBLIC_URL', 'HOST']));
    expect(
      unknownSettings('`PUBLIC_URL=https://a.example`, `A_SIZE`, `B_SIZE`, `C_LIST`, `PATCH`, BOTH_WAYS', settings),
    ).toEqual([]);
  });
});

describe('the check of command lines in documents', () => {
  const command = (name: string, rest: Partial<KnownCommand> = {}): KnownCommand => ({
    name,
    commands: [],
    options: new Map(),
    maxArguments: 0,
    ...rest,
  });
  const program = command('assay', {
    commands: [
      command('check', { options: new Map([['--asset', 'one']]), maxArguments: 1 }),
      command('labels', { commands: [command('import', { options: new Map([['--file', 'several']]) })] }),
    ],
  });

  it('finds a command, an option and an argument that the program does not take', () => {
    expect(wrongCommands('`assay chek 0x1`', program)).toEqual([
      "has the command line 'assay chek 0x1': no command 'chek'",
    ]);
    expect(wrongCommands('```sh\nnpm run -s assay -- labels imprt\n```', program)).toHaveLength(1);
    expect(wrongCommands('`assay check 0x1 --aset ETH`', program)[0]).toContain('no option --aset');
    expect(wrongCommands('`assay check 0x1 0x2`', program)[0]).toContain("'check' takes at most 1 arguments");
    expect(wrongCommands("```sh\nassay check 'a b' c # a note\n```", program)).toHaveLength(1);
  });

  it('accepts values of options, usage notation, notes and other programs', () => {
    expect(
      wrongCommands(
        '`assay check 0x… --asset ETH`, `assay labels …`, `my assay gone`\n' +
          '```sh\nassay labels import --file a b   what it does\nassay check <an address> | head # and so on\n```',
        program,
      ),
    ).toEqual([]);
  });

  it('reads commands and options from the program itself', async () => {
    const program = await assayProgram();
    const { commands } = program;
    const screen = commands.find(({ name }) => name === 'screen');
    expect(screen?.options.get('--out')).toBe('one');
    expect(wrongCommands('`assay screen --in a.csv --out b.csv --gone`', program)).toEqual([
      "has the command line 'assay screen --in a.csv --out b.csv --gone': no option --gone",
    ]);
    expect(wrongCommands('`assay report verify a.pdf --record a.json b.json`', program)).toEqual([]);
  });
});
