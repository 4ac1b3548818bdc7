import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_SECRET } from '../../bench/checks/visitors.ts';
import type { BuiltImage } from '../image/build.ts';
import { type PlacedImage, placeImage } from '../image/place.ts';

/** Longer than the web server takes to see that a server stops. */
const STOP_DELAY_SECONDS = '5';
const READY_WITHIN_MS = 60_000;

/** What is undone at the end, the last first. */
export class Undo {
  readonly #works: (() => unknown)[] = [];

  add(work: () => unknown): void {
    this.#works.push(work);
  }

  /** Does all of it, also where a part fails; throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const work of this.#works.splice(0).reverse()) {
      try {
        await work();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

export interface Place {
  readonly port: number;
  readonly databaseUrl: string;
  /** As users write it. */
  readonly publicUrl: string;
  /** The data folder of another server, for the keys that sign results. */
  readonly data?: string;
}

/** Places an image with the settings of a company that runs it behind a web server of its own. */
export async function placeServer(undo: Undo, image: BuiltImage, place: Place): Promise<PlacedImage> {
  const settings = {
    PORT: String(place.port),
    DATABASE_URL: place.databaseUrl,
    PUBLIC_URL: place.publicUrl,
    TRUST_PROXY: '1',
    AUTH_SECRET: BENCH_SECRET,
    MAILBOX_SECRET: BENCH_SECRET,
    BOT_API_SECRET: BENCH_SECRET.replaceAll(' ', '-'),
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'assay@firm.example',
    OPERATOR_COMPANY: 'Firm',
    SUPPORT_EMAIL: 'help@firm.example',
    STARTER_DATA: 'off',
    LABELS_UPDATE_HOURS: '0',
    LIVE_CHAINS: 'off',
    REPORT_KEYS_DIR: '/var/lib/assay/keys',
    STOP_DELAY_SECONDS,
  };
  const placed = await placeImage(image, settings, place.data);
  undo.add(() => placed.remove());
  return placed;
}

export interface RunningServer {
  readonly url: string;
  /** As an engine stops it; the exit code. */
  stop(): Promise<number>;
}

/** Starts a server, and waits until it takes requests. */
export async function startServer(undo: Undo, placed: PlacedImage): Promise<RunningServer> {
  const started = await placed.start();
  let exit: Promise<number> | undefined;
  const stop = (): Promise<number> => {
    exit ??= started.stop();
    return exit;
  };
  undo.add(stop);
  for (const endsAt = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
    const { status } = await fetch(`${started.url}/readyz`);
    if (status === 200) return { url: started.url, stop };
    if (Date.now() > endsAt) throw new Error(`A server is not ready: ${started.said().slice(-2_000)}`);
  }
}

/** Runs a command of the product inside of an image. */
export async function runCommand(placed: PlacedImage, ...words: readonly string[]): Promise<string> {
  const { code, said } = await placed.run(['node', 'tools/assay.mjs', ...words]);
  if (code === 0) return said;
  throw new Error(`assay ${words.join(' ')} ended with ${code}: ${said.slice(-2_000)}`);
}
