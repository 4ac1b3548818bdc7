import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSiteBuild, readSite } from './site-build.ts';
import { watchSite } from './site-source.ts';

const LOOK_MS = 1_000;
const SHARING = "export const sharingOf = (path) => (path === '/' ? 'everybody' : 'never');";

describe('the site in its folder', () => {
  let dir: string;
  let seconds: number;
  let failures: unknown[];
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-build-'));
    seconds = 0;
    failures = [];
  });
  afterEach(async () => rm(dir, { recursive: true }));

  /** Writes what a build leaves: the server's module last. */
  async function build(version: string, source?: string) {
    await mkdir(path.join(dir, 'client', 'assets'), { recursive: true });
    await mkdir(path.join(dir, 'server'), { recursive: true });
    await writeFile(path.join(dir, 'client', 'assets', `entry-${version}.js`), 'export {};');
    await writeFile(path.join(dir, 'client', 'assets', 'root.css'), `h1{content:'${version}'}`);
    await writeFile(path.join(dir, 'server', 'sharing.js'), SHARING);
    const file = path.join(dir, 'server', 'index.js');
    const module = `export const entry = { module: { createLoadContext() {}, createRequestHandler() {}, sharingOf() {} } }; export const routes = {}; export const assets = { version: '${version}' };`;
    await writeFile(file, source ?? module);
    seconds += 10;
    await utimes(file, seconds, seconds);
  }

  function watch() {
    return watchSite(dir, {
      load: ({ buildDir, stamp }) => importSiteBuild(buildDir, stamp),
      lookEveryMs: LOOK_MS,
      now: () => seconds * 1000,
      onFailure: (error) => failures.push(error),
    });
  }

  /** Polls until the expected build is served. */
  async function expectServed(site: ReturnType<typeof watch>, expected: string) {
    seconds += 1;
    // The visit that finds a change still gets the former build; those after it get the next one.
    await expect.poll(async () => (await site.current())?.id).toBe(expected);
  }

  it('is none while it was never built, and is there once it was', async () => {
    const site = watch();
    expect(await site.current()).toBeNull();
    await build('one');
    await expectServed(site, 'one');
  });

  it('is none where it was built by a former release, until it is built again', async () => {
    await build('former');
    await rm(path.join(dir, 'server', 'sharing.js'));
    const site = watch();
    expect(await site.current()).toBeNull();
    await build('new');
    await expectServed(site, 'new');
  });

  it('is the next one without a restart, with the files of that build', async () => {
    await build('one');
    const site = watch();
    expect((await site.current())?.files).toEqual(new Set(['assets/entry-one.js', 'assets/root.css']));
    await build('two');
    await expectServed(site, 'two');
    expect((await site.current())?.files).toContain('assets/entry-two.js');
    expect((await site.current())?.styles).toEqual(new Map([['/assets/root.css', "h1{content:'two'}"]]));
  });

  it('stays while the next one is being written', async () => {
    await build('one');
    const site = watch();
    await site.current();
    await rm(path.join(dir, 'server'), { recursive: true });
    await expectServed(site, 'one');
  });

  it('stays when the next one cannot be loaded, and says so once', async () => {
    await build('one');
    const site = watch();
    await site.current();
    await build('two', 'this is no module {');
    seconds += 1;
    await site.current();
    await expect.poll(() => failures.length).toBe(1);
    await expectServed(site, 'one');
    await expectServed(site, 'one');
    expect(failures).toHaveLength(1);
    await build('three');
    await expectServed(site, 'three');
  });

  it('is known without its code, which a thread loads', async () => {
    await build('one', 'throw new Error("this is for the threads that render");');
    const site = watchSite(dir, {
      load: (origin) => readSite(origin, async () => 'of the thread'),
      lookEveryMs: LOOK_MS,
      onFailure: (error) => failures.push(error),
    });
    const known = await site.current();
    expect(known?.id).toBe('of the thread');
    expect(known?.files).toEqual(new Set(['assets/entry-one.js', 'assets/root.css']));
    expect([known?.sharingOf('/'), known?.sharingOf('/login')]).toEqual(['everybody', 'never']);
    expect(known?.origin?.buildDir).toBe(dir);
  });

  it('stops a start whose threads cannot load it', async () => {
    await build('one');
    const refused = watchSite(dir, {
      load: (origin) => readSite(origin, () => Promise.reject(new Error('no thread loads it'))),
      lookEveryMs: LOOK_MS,
      onFailure: (error) => failures.push(error),
    });
    await expect(refused.current()).rejects.toThrow('no thread loads it');
  });

  it('stops a start that would have nothing to serve', async () => {
    await build('one', 'export const nothing = 1;');
    await expect(watch().current()).rejects.toThrow('is not a server build of the site');
  });
});
