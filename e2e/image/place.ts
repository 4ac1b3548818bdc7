import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltImage } from './build.ts';

const OPEN_WITHIN_MS = 120_000;
const LOOK_MS = 100;

/**
 * What a container engine does, without one: a root of its own that cannot be written, the data in a folder beside it, an
 * account without rights, processes of its own. Ends when its program does.
 */
const ENTER = `set -e
mount --make-rprivate /
mount --bind "$FILES" "$PLACE"
mount -o remount,ro,bind "$PLACE"
mount --bind "$DATA" "$PLACE/var/lib/assay"
mount -t tmpfs tmpfs "$PLACE/tmp"
mount -t proc proc "$PLACE/proc"
mount --rbind /dev "$PLACE/dev"
exec chroot "$PLACE" setpriv --reuid "$ID" --regid "$ID" --clear-groups --no-new-privs --bounding-set=-all env -i -C "$WORKING" "$@"
`;

export interface StartedImage {
  readonly url: string;
  readonly openedAfterMs: number;
  readonly said: () => string;
  /** Sends the image's stop signal; answers the exit code. */
  stop(): Promise<number>;
}

export interface Ran {
  readonly code: number;
  /** What it wrote, on both streams. */
  readonly said: string;
}

/** An image with settings and data, as an engine holds it between `create` and `rm`. */
export interface PlacedImage {
  /** Where its data lie on this machine. */
  readonly data: string;
  /** Starts the product, and waits until it is open. */
  start(): Promise<StartedImage>;
  /** Runs another program in the same root, as the same account, whether the product runs or not. */
  run(program: readonly string[]): Promise<Ran>;
  remove(): Promise<void>;
}

/** @param sharedData the data folder of another placed image; by default an empty one of its own */
export async function placeImage(
  image: BuiltImage,
  settings: Readonly<Record<string, string>>,
  sharedData?: string,
): Promise<PlacedImage> {
  const { User, Env, Entrypoint, WorkingDir, StopSignal } = image.config;
  const id = User.split(':', 1)[0] ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-image-'));
  const place = path.join(folder, 'root');
  const data = sharedData ?? path.join(folder, 'data');
  const script = path.join(folder, 'enter.sh');
  await mkdir(place);
  if (sharedData === undefined) {
    await mkdir(data, { mode: 0o700 });
    await chown(data, Number(id), Number(id));
  }
  await writeFile(script, ENTER);
  const given = [...Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  const enter = (program: readonly string[]): Entered => {
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', script, ...given, ...program], {
      env: { PATH: process.env['PATH'], FILES: image.files, PLACE: place, DATA: data, ID: id, WORKING: WorkingDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    return { child, said: () => said, exited: exitOf(child) };
  };
  return {
    data,
    run: async (program) => {
      const { exited, said } = enter(program);
      return { code: await exited, said: said() };
    },
    start: async () => {
      const startedAt = performance.now();
      const { child, said, exited } = enter(Entrypoint);
      while (!/ is open at /.test(said())) {
        if (child.exitCode !== null) throw new Error(`It ended instead: ${said()}`);
        if (performance.now() - startedAt > OPEN_WITHIN_MS) throw new Error(`It did not open: ${said()}`);
        await sleep(LOOK_MS);
      }
      return {
        url: `http://127.0.0.1:${settings['PORT']}`,
        openedAfterMs: performance.now() - startedAt,
        said,
        stop: async () => {
          if (StopSignal !== 'SIGTERM') throw new Error(`The image is stopped by ${StopSignal}`);
          // To the first process inside, as an engine sends it.
          for (const pid of await childrenOf(child.pid ?? 0)) process.kill(pid, StopSignal);
          return exited;
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Entered {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly exited: Promise<number>;
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text
    .split(' ')
    .filter((part) => part.trim() !== '')
    .map(Number);
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
}
