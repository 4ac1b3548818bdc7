import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { installArguments, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { isNewEnough } from './node.mjs';
import { envFileOptions, ROOT } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { hashFiles, listSources } from './sources.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'assay bootstrap '));
const run = pathToFileURL(path.join(ROOT, 'tools', 'bootstrap', 'run.mjs')).href;
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('Node', () => {
  it('is taken from the registry below 24.12, and used as it is from there on', () => {
    expect(['18.0.0', '20.20.2', '24.11.9', '24.12.0', '24.21.0', '26.0.0'].map(isNewEnough)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('node_modules', () => {
  const links = {
    'node_modules/@assay/server': { link: true, resolved: 'apps/server' },
    'node_modules/@assay/web': { link: true, resolved: 'apps/web' },
    'node_modules/@assay/bot': { link: true, resolved: 'apps/bot' },
  };
  const wanted = {
    '': { version: '0.1.0' },
    'apps/server': {
      version: '0.1.0',
      dependencies: { pg: '8.23.1' },
      optionalDependencies: { 'other-machine': '1.0.0' },
    },
    ...links,
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/other-machine': { version: '1.0.0', optional: true },
    'node_modules/checker': { version: '2.0.0' },
  };
  const product = { ...links, 'node_modules/pg': { version: '8.23.1' } };
  const all = { ...product, 'node_modules/checker': { version: '2.0.0' } };

  it('is up to date with every wanted version and link; packages of other machines may be missing', () => {
    expect(isInstalled(wanted, all, 'all')).toBe(true);
  });

  it('is not when nothing is recorded, a version differs or a package is missing', () => {
    const { 'node_modules/pg': _, ...withoutPg } = all;
    expect(isInstalled(wanted, null, 'all')).toBe(false);
    expect(isInstalled(wanted, withoutPg, 'product')).toBe(false);
    expect(isInstalled(wanted, { ...all, 'node_modules/pg': { version: '8.0.0' } }, 'all')).toBe(false);
  });

  it('has enough to start without the packages of development, which the tests then add without removing any', () => {
    expect(isInstalled(wanted, product, 'product')).toBe(true);
    expect(isInstalled(wanted, product, 'all')).toBe(false);
    expect(installArguments('product', false).slice(0, 2)).toEqual(['ci', '--omit=dev']);
    expect(installArguments('all', true).slice(0, 3)).toEqual(['install', '--no-save', '--include=dev']);
    expect(installArguments('all', false).slice(0, 2)).toEqual(['ci', '--include=dev']);
  });

  it('is left alone by a start once the packages of development are there', () => {
    expect(isInstalled(wanted, all, 'product')).toBe(true);
  });
});

describe('the stamp of the build', () => {
  it('changes with content and names of sources, and not with tests or what the build makes', () => {
    const root = path.join(scratch, 'sources');
    mkdirSync(path.join(root, 'web', 'build'), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(path.join(root, 'web', name), text);
    const hash = () => hashFiles(root, listSources(root, ['web', 'absent']));
    write('page.tsx', 'one');
    const before = hash();
    write('page.test.tsx', 'a test');
    write('build/page.js', 'built');
    expect(hash()).toBe(before);
    write('page.tsx', 'two');
    const changed = hash();
    expect(changed).not.toBe(before);
    write('other.tsx', '');
    expect(hash()).not.toBe(changed);
  });
});

describe('the lock of the clone', () => {
  it('lets one process work at a time', async () => {
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      seen.push(`${name} ends`);
    };
    await Promise.all([withLock('one', work('a'), scratch), withLock('one', work('b'), scratch)]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('says so when the clone cannot be written, from root neither', async () => {
    const refused = withLock('three', async () => 'done', '/sys/assay-test');
    await expect(refused).rejects.toThrow('The clone cannot be written by this account');
  });

  it('is taken over from a process that is gone', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(path.join(scratch, 'two.lock'), String(gone.pid));
    expect(await withLock('two', async () => 'done', scratch)).toBe('done');
  });
});

describe('running programs', () => {
  it('returns the exit code and everything said, and 127 for a program that is not there', async () => {
    expect(await runQuietly(process.execPath, ['-e', 'console.log("out"); process.exit(7)'])).toEqual({
      code: 7,
      output: 'out\n',
    });
    expect((await runQuietly(path.join(scratch, 'nothing'), [])).code).toBe(127);
  });

  it('gives the foreground program its arguments, streams and environment, and passes its exit code on', () => {
    const program = path.join(scratch, 'answer.mjs');
    const launcher = path.join(scratch, 'foreground.mjs');
    writeFileSync(
      program,
      `process.stdin.on('data', (text) => console.log(process.env.WORD, process.argv[2], String(text)));
       process.stdin.on('end', () => process.exit(7));`,
    );
    writeFileSync(
      launcher,
      `import { runInForeground } from ${JSON.stringify(run)};
       process.exitCode = await runInForeground(process.execPath, [${JSON.stringify(program)}, 'two words'], { WORD: 'a' });`,
    );
    const { status, stdout } = spawnSync(process.execPath, [launcher], { encoding: 'utf8', input: 'stdin' });
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'a two words stdin\n' });
  });

  it('stops the program when its launcher is killed, however hard', async () => {
    const stopped = path.join(scratch, 'stopped');
    const program = path.join(scratch, 'program.mjs');
    const launcher = path.join(scratch, 'launcher.mjs');
    writeFileSync(
      program,
      `import { writeFileSync } from 'node:fs';
       const waiting = setInterval(() => {}, 1000);
       process.on('disconnect', () => { writeFileSync(${JSON.stringify(stopped)}, 'yes'); clearInterval(waiting); });
       console.log('ready');`,
    );
    writeFileSync(
      launcher,
      `import { runInForeground } from ${JSON.stringify(run)};
       process.exitCode = await runInForeground(process.execPath, [${JSON.stringify(program)}], process.env);`,
    );
    const child = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await expect.poll(() => existsSync(stopped)).toBe(true);
  });
});

describe('the settings file', () => {
  it('is read when there is one, and the environment overrules it', () => {
    expect(envFileOptions(scratch)).toEqual([]);
    writeFileSync(path.join(scratch, '.env'), 'PORT=1234\nHOST=::1\n');
    const script = 'console.log(process.env.PORT, process.env.HOST)';
    const said = execFileSync(process.execPath, [...envFileOptions(scratch), '-e', script], {
      encoding: 'utf8',
      env: { PORT: '4321' },
    });
    expect(said).toBe('4321 ::1\n');
  });
});
