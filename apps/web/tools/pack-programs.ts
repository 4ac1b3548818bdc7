import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run -w @assay/web programs`: packs the programs that people install from the installation itself into
 * `public/downloads`, or the folder that is named; each under its version, and under a name that stays. One file without
 * dependencies each, as it would be published; nothing of a registry is asked.
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOWNLOADS = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../public/downloads/', import.meta.url)));
const PROGRAMS = ['cli', 'mcp'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

rmSync(DOWNLOADS, { recursive: true, force: true });
mkdirSync(DOWNLOADS, { recursive: true });
const work = mkdtempSync(path.join(tmpdir(), 'assay-pack-'));
try {
  for (const program of PROGRAMS) pack(path.join(ROOT, 'packages', program), path.join(work, program));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(source: string, folder: string): void {
  const {
    scripts: _scripts,
    devDependencies: _bundled,
    ...manifest
  } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as Manifest &
    Record<'scripts' | 'devDependencies', unknown>;
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(path.join(source, 'README.md'), path.join(folder, 'README.md'));
  const bundler = path.join(ROOT, 'tools', 'bundle.mjs');
  for (const file of Object.values(manifest.bin)) {
    execFileSync(process.execPath, [bundler, 'src/main.ts', path.join(folder, file)], { cwd: source });
  }
  const archive = `${manifest.name}-${manifest.version}.tgz`;
  execFileSync(...npmPack(folder));
  copyFileSync(path.join(DOWNLOADS, archive), path.join(DOWNLOADS, `${manifest.name}.tgz`));
}

/** By the npm that runs this script; its archives are the same bytes for the same files. */
function npmPack(folder: string): [string, string[], { stdio: ['ignore', 'ignore', 'inherit'] }] {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it by npm: npm run -w @assay/web programs');
  const args = ['pack', folder, '--silent', '--offline', '--ignore-scripts', '--pack-destination', DOWNLOADS];
  return [process.execPath, [npm, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }];
}
