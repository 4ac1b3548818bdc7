import { describe, expect, it } from 'vitest';
import { problemsOf, readmeCommands } from './docs.ts';

const exists = (path: string) => ['docs/here.md', 'apps/server/src/main.ts'].includes(path);
const scripts = (workspace: string | null) => (workspace === null ? ['verify'] : ['journeys']);
const problems = (text: string) => problemsOf('docs/page.md', text, exists, scripts).map(({ problem }) => problem);

describe('the document check', () => {
  it('finds a script, a link and a path that do not exist', () => {
    expect(problems('Run `npm run verfy`.')).toEqual(["names the script 'verfy', which does not exist"]);
    expect(problems('See [there](gone.md).')).toEqual(["links to 'gone.md', which does not exist"]);
    expect(problems('In `apps/server/src/gone.ts`.')).toEqual([
      "names 'apps/server/src/gone.ts', which does not exist",
    ]);
  });

  it('says nothing about what exists', () => {
    expect(
      problems('`npm run verify`, `npm run -w @assay/e2e journeys`, [here](here.md#top), `apps/server/src/main.ts`'),
    ).toEqual([]);
  });

  it('reads the two commands of the README', () => {
    expect(readmeCommands('a\n```sh\nnpm start\n```\nb\n```sh\nnpm test\n```\n```sh\nls\n```')).toEqual([
      'npm start',
      'npm test',
    ]);
  });
});
