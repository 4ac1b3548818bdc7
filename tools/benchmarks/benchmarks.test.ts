import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../bootstrap/paths.mjs';
import { runTiny, whyNot } from './smoke.mjs';
import { allSteps, chosen, FILLED, longestFirst, OTHER_TOOLS, scriptsOf } from './steps.mjs';

/** Files of a folder that no other file there imports or starts: what somebody has to start. */
function programsOf(folder: string, files: readonly string[]): string[] {
  const used = new Set<string>();
  for (const file of files) {
    const text = readFileSync(path.join(ROOT, folder, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from |import\(|new URL\()'(\.{1,2}\/[^']+\.ts)'/g)) {
      used.add(path.posix.join(path.posix.dirname(file), target));
    }
  }
  return files.filter((file) => !used.has(file) && !/\.(test|d)\.ts$/.test(file)).sort();
}

/** What the scripts of a workspace start, by its path from there. */
function startedBy(folder: string): string[] {
  return Object.values(scriptsOf(folder)).flatMap((run) => / ([\w./-]+\.ts)$/.exec(run)?.[1] ?? []);
}

const filesOf = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: path.join(ROOT, folder), exclude: ['**/node_modules/**'] });

describe('every benchmark and drill', () => {
  it('of bench has a script, so that the smoke run starts it', () => {
    const programs = programsOf('bench', filesOf('bench', '**/*.ts'));
    expect(programs.length).toBeGreaterThanOrEqual(9);
    expect(programs).toEqual(
      startedBy('bench')
        .filter((file) => !file.endsWith('.config.ts'))
        .sort(),
    );
  });

  it('of e2e/tools has a script or is named as no drill', () => {
    const programs = programsOf('e2e', filesOf('e2e', 'tools/**/*.ts'));
    expect(programs).toEqual([...startedBy('e2e').filter((file) => file.startsWith('tools/')), ...OTHER_TOOLS].sort());
  });

  it('runs on the product’s Node, whatever Node npm was started with', () => {
    for (const { workspace, script } of allSteps()) {
      const run = scriptsOf(workspace === '@assay/bench' ? 'bench' : 'e2e')[script];
      expect(run, script).toMatch(/^exec node \.\.\/tools\/run-source\.mjs /);
    }
    expect(allSteps().map(({ name }) => name)).toEqual(expect.arrayContaining(['lighthouse', 'soak', 'walk', 'bot']));
  });

  it('is begun once, the longest first', () => {
    const names = longestFirst(allSteps()).map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['drills', 'flooded-visit', 'walk', 'lighthouse']);
    expect(names.toSorted()).toEqual(
      allSteps()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(longestFirst(chosen(['walk'], allSteps()))).toEqual(chosen(['walk'], allSteps()));
  });

  it('whose product has the data that ship takes those that were loaded once, but for the one that measures loading', () => {
    const loading = filesOf('e2e', 'tools/**/*.ts').filter((file) => {
      const text = readFileSync(path.join(ROOT, 'e2e', file), 'utf8');
      return !OTHER_TOOLS.includes(file) && /starterDataLoaded|STARTER_DATA: 'on'/.test(text);
    });
    expect(loading.map((file) => path.basename(file, '.ts')).sort()).toEqual([...FILLED, 'first-check'].sort());
  });

  it('can be chosen by name, and a name that is none is refused', () => {
    expect(chosen(['soak'], allSteps()).map(({ name }) => name)).toEqual(['soak']);
    expect(() => chosen(['nothing'], allSteps())).toThrow('There is no step nothing. Steps: address');
  });
});

describe('a tiny run', () => {
  const table = '| what | value |\n| --- | --- |\n| checks/s | 12 |\n';

  it('passes when it ends well and prints figures', () => {
    expect(whyNot({ code: 0, output: `Node 24\n\n${table}\ndone\n` })).toBeNull();
    expect(whyNot({ code: 0, output: '|a|b|\n|---|---|\n|x|1|\n' })).toBeNull();
  });

  it('does not pass when it fails, or measures nothing', () => {
    expect(whyNot({ code: 1, output: table })).toBe('ended with 1');
    expect(whyNot({ code: 0, output: 'ready\n' })).toBe('printed no table');
    expect(whyNot({ code: 0, output: '| what | value |\n| --- | --- |\n' })).toBe('printed a table without figures');
    expect(whyNot({ code: 0, output: `${table}| p50 | NaN |\n` })).toBe('printed a figure that is no number');
  });
});

describe('a tiny run that goes wrong', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'assay-smoke-test-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const PLENTY_MS = 60_000;
  const program = (name: string, text: string): string => {
    const file = path.join(scratch, name);
    writeFileSync(file, text);
    return file;
  };
  const run = (file: string, limitMs: number) => runTiny(process.execPath, [file], process.env, limitMs);
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  /** Starts a process that never ends, with the output of the program, and prints its number. */
  const LEAVE = `import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] });
    console.log('child', child.pid);
    console.log('| a | b |\\n| --- | --- |\\n| x | 1 |');`;
  const childIn = (output: string): number => Number(/child (\d+)/.exec(output)?.[1]);

  it('is red when it leaves a process that holds its output open, and ends that process', async () => {
    const ended = await run(program('leaves.mjs', `${LEAVE} process.exit(0);`), PLENTY_MS);
    expect(whyNot(ended)).toBe('left a process behind that holds its output open');
    await expect.poll(() => isAlive(childIn(ended.output))).toBe(false);
  });

  it('is red when it never ends, with what it had printed, and is ended with all that it started', async () => {
    const ended = await run(program('never.mjs', `${LEAVE} setInterval(() => {}, 1000);`), 2_000);
    expect(whyNot(ended)).toBe('did not end within 2 s');
    await expect.poll(() => isAlive(childIn(ended.output))).toBe(false);
  });

  it('ends with the smoke run when that is asked to stop', async () => {
    const smoke = pathToFileURL(path.join(ROOT, 'tools', 'benchmarks', 'smoke.mjs')).href;
    const never = program('never-2.mjs', `console.log('child', process.pid); setInterval(() => {}, 1000);`);
    const file = path.join(scratch, 'pid');
    const runner = program(
      'runner.mjs',
      `import { endRunsOnStop, runTiny } from ${JSON.stringify(smoke)};
       import { writeFileSync } from 'node:fs';
       endRunsOnStop();
       await runTiny('sh', ['-c', 'echo $$ > "$1"; echo written > "$1.done"; exec "$2" "$3"', 'sh', ${JSON.stringify(file)}, process.execPath, ${JSON.stringify(never)}], process.env);`,
    );
    const child = spawn(process.execPath, [runner], { stdio: 'ignore' });
    await expect.poll(() => globSync(`${file}.done`).length).toBe(1);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
