import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BASE = 'localhost/assay-rehearsal-base';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const MOST_OUTPUT = 64 * 1024 ** 2;

/** Files are copied in place of being mounted in layers: that needs nothing of the kernel. */
const BUILDAH_ENV = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

async function buildah(...args: readonly string[]): Promise<string> {
  return buildahIn(ROOT, ...args);
}

async function buildahIn(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('buildah', args, { env: BUILDAH_ENV, cwd, maxBuffer: MOST_OUTPUT });
  return stdout.trim();
}

export interface BuiltImage {
  /** Where its files lie, as long as it is open. */
  readonly files: string;
  /** Size of its files, in bytes, and how much of that is the base. */
  readonly bytes: number;
  readonly baseBytes: number;
  /** What it runs, and as whom. */
  readonly config: ImageConfig;
  /** Takes the files and the image off this machine. */
  remove(): Promise<void>;
}

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Labels: Readonly<Record<string, string>>;
}

/**
 * Builds deploy/Containerfile of a clone on the base that `makeBase` made.
 *
 * @param clone of the product, by default this one
 */
export async function buildImage(clone = ROOT): Promise<BuiltImage> {
  const name = `localhost/assay-rehearsal-${path.basename(clone).slice(0, 8)}`;
  // As docs/operations/deploying.md says: no other file of what to leave out than the one the builder finds itself.
  const file = ['-f', 'deploy/Containerfile', '--build-arg', `BASE=${BASE}`];
  await buildahIn(clone, 'bud', '--format', 'docker', ...file, '-t', name, '.');
  const container = await buildah('from', '--pull-never', name);
  const files = await buildah('mount', container);
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', name));
  return {
    files,
    bytes: await sizeOf(files),
    baseBytes: await sizeOf(path.join(files, 'usr')),
    config: inspected.Docker.config,
    remove: async () => {
      await buildah('umount', container);
      await buildah('rm', container);
      await buildah('rmi', '-f', name);
    },
  };
}

/**
 * A Debian 12 of Debian's own packages with the Node and npm of this machine, since no registry of images is needed for
 * that. The certificates that this machine trusts go along.
 *
 * @param folder for its archive, which is made once
 */
export async function makeBase(folder: string): Promise<void> {
  const archive = path.join(folder, 'debian.tar');
  await mkdir(folder, { recursive: true });
  if (!existsSync(archive)) {
    await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', archive]);
  }
  const container = await buildah('from', 'scratch');
  try {
    const files = await buildah('mount', container);
    await run('tar', ['-xf', archive, '-C', files, '--exclude=./dev/*']);
    const local = path.join(files, 'usr', 'local');
    await cp(process.execPath, path.join(local, 'bin', 'node'));
    await cp(npmFolder(), path.join(local, 'lib', 'node_modules', 'npm'), { recursive: true, dereference: true });
    await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin', 'npm')]);
    await cp(CERTIFICATES, path.join(files, CERTIFICATES));
    await mkdir(path.join(local, 'etc'), { recursive: true });
    await writeFile(path.join(local, 'etc', 'npmrc'), `cafile=${CERTIFICATES}\n`);
    await buildah('umount', container);
    const place = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    await buildah('config', '--env', place, '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
    await buildah('commit', '-q', container, BASE);
  } finally {
    await buildah('rm', container);
  }
}

/** The npm that runs this. */
function npmFolder(): string {
  const cli = process.env['npm_execpath'];
  if (cli === undefined || !cli.endsWith(path.join('bin', 'npm-cli.js'))) throw new Error('Run it by npm run');
  return path.dirname(path.dirname(cli));
}

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sxb', folder]);
  return Number(stdout.split('\t', 1)[0]);
}

/** Removes the base, and its archive, from this machine. */
export async function removeBase(folder: string): Promise<void> {
  await buildah('rmi', '-f', BASE);
  await rm(folder, { recursive: true, force: true });
}
