import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCKFILE, problemsOf } from './problems.mjs';

const hash = `sha512-${'a'.repeat(86)}==`;
const complete = () => ({
  '': {},
  'apps/server': { version: '0.1.0' },
  'node_modules/@assay/server': { link: true, resolved: 'apps/server' },
  'node_modules/tool': {
    version: '1.0.0',
    integrity: hash,
    optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' },
  },
  'node_modules/tool/node_modules/tool-linux': { version: '1.0.0', integrity: hash, optional: true },
  'node_modules/tool-darwin': { version: '1.0.0', integrity: hash, optional: true },
});
type Packages = Parameters<typeof problemsOf>[0];

/** Problems after one change to a complete lockfile. */
function changed(change: (packages: Packages) => void): string[] {
  const packages: Packages = complete();
  change(packages);
  return problemsOf(packages);
}

describe('the lockfile', () => {
  it('passes the check of this repository, and the check names every hash that is missing', () => {
    const run = (file: string) => spawnSync(process.execPath, [file], { encoding: 'utf8' });
    const check = run(fileURLToPath(new URL('check.mjs', import.meta.url)));
    expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: '' });
    const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Packages };
    const places = Object.keys(packages).filter((place) => packages[place]?.integrity !== undefined);
    expect(places.length).toBeGreaterThan(800);
    const withoutHashes = Object.entries(packages).map(([place, entry]) => [place, { ...entry, integrity: undefined }]);
    expect(problemsOf(Object.fromEntries(withoutHashes))).toEqual(places.map((place) => `${place} has no integrity`));
  });

  it('is complete with a hash for each package of each machine', () => {
    expect(problemsOf(complete())).toEqual([]);
  });

  it('is refused when an entry has no hash, or a weaker one', () => {
    expect(changed((packages) => delete packages['node_modules/tool-darwin']?.integrity)).toEqual([
      'node_modules/tool-darwin has no integrity',
    ]);
    expect(
      changed((packages) => Object.assign(packages['node_modules/tool'] ?? {}, { integrity: 'sha1-abc=' })),
    ).toEqual(['node_modules/tool is not pinned by SHA-512']);
  });

  it('is refused when a package of another machine is missing', () => {
    expect(changed((packages) => delete packages['node_modules/tool-darwin'])).toEqual([
      'the optional package tool-darwin@1.0.0 is missing',
    ]);
  });

  it('is refused when an entry names a registry', () => {
    const resolved = 'https://registry.example/tool.tgz';
    expect(changed((packages) => Object.assign(packages['node_modules/tool'] ?? {}, { resolved }))).toEqual([
      'node_modules/tool names a registry; run node tools/lockfile/complete.mjs',
    ]);
  });

  it('is refused when npm start would leave out a peer that the product needs, even where tools depend on it too', () => {
    const leftOut = (name: string) =>
      `the product needs node_modules/${name} as a peer, and npm start would not install it; make it a dependency of the workspace that needs it`;
    const peer = (packages: Packages) => {
      Object.assign(packages['apps/server'] ?? {}, { dependencies: { tool: '1.0.0' } });
      Object.assign(packages['node_modules/tool'] ?? {}, { peerDependencies: { types: '1.0.0' } });
      packages['node_modules/types'] = { version: '1.0.0', integrity: hash, dependencies: { part: '1.0.0' } };
      packages['node_modules/part'] = { version: '1.0.0', integrity: hash };
      packages['tools/checks'] = { dependencies: { types: '1.0.0' } };
    };
    expect(changed(peer)).toEqual([leftOut('types'), leftOut('part')]);
    const declared = (packages: Packages) => {
      peer(packages);
      Object.assign(packages['apps/server'] ?? {}, { dependencies: { tool: '1.0.0', types: '1.0.0' } });
    };
    expect(changed(declared)).toEqual([]);
    const optional = (packages: Packages) => {
      peer(packages);
      Object.assign(packages['node_modules/tool'] ?? {}, { peerDependenciesMeta: { types: { optional: true } } });
    };
    expect(changed(optional)).toEqual([]);
  });

  it('of this repository is refused without the dependency on the types that graphology has as a peer', () => {
    const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Packages };
    const { dependencies: { 'graphology-types': types, ...rest } = {}, ...web } = packages['apps/web'] ?? {};
    expect(types).toBeDefined();
    expect(problemsOf({ ...packages, 'apps/web': { ...web, dependencies: rest } })).toEqual([
      expect.stringContaining('the product needs node_modules/graphology-types as a peer'),
    ]);
  });

  it('is refused when a native part that nobody uses would be built', () => {
    expect(changed((packages) => Object.assign(packages, { 'node_modules/mrmr': { integrity: hash } }))).toEqual([
      'native parts that nobody uses would be built; run node tools/lockfile/complete.mjs',
    ]);
  });
});
