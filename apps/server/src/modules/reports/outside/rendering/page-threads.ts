import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ApiFetch } from '../../../../platform/host/api-fetch.ts';
import { inThisThread } from '../../../../platform/host/in-this-thread.ts';
import type { PageJob, PageRenderer, RenderedPage } from '../../../../platform/host/page-renderer.ts';
import { type BuildOrigin, stampOf } from '../../../../platform/host/site-build.ts';
import { threadEnv } from '../../../../platform/kernel/thread-env.ts';
import type { CallMessage, PageTask, ReplyMessage, SiteTask } from './page-messages.ts';

export interface PageThreadsOptions {
  /** Default: one core stays free for requests and one for the database, but there is always one thread. */
  readonly threads?: number;
  /** Memory of one thread's JavaScript, in megabytes. */
  readonly memoryMb?: number;
  /** Folder of a build that the first thread loads now, before a page is asked for, and renders a page of for nobody. */
  readonly ahead?: { readonly buildDir: string; readonly rehearsal?: PageJob };
}

export interface PageThreads extends PageRenderer {
  /** Has a thread load a build, and returns its version. A build that is loaded, or being loaded, is not loaded again. */
  readonly load: (origin: BuildOrigin) => Promise<string>;
}

const WORKER = fileURLToPath(new URL('./page-worker.ts', import.meta.url));
/** While one page waits for its data, the thread renders another. */
const PAGES_PER_THREAD = 4;
const MOST_THREADS = 4;
/** A page that takes longer gets no more data and ends, so that it does not keep a slot of the queue. */
const RENDER_WITHIN_MS = 20_000;

/** Renders pages in worker threads, so that no page keeps other requests waiting. */
export function pageThreads({
  threads = defaultThreads(),
  memoryMb = 256,
  ahead,
}: PageThreadsOptions = {}): PageThreads {
  const pool = new Piscina<PageTask | SiteTask, RenderedPage | string>({
    filename: WORKER,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: PAGES_PER_THREAD,
    // Otherwise the thread sleeps while its pages wait for their data, and gets no message.
    atomics: 'disabled',
    // The worker reads no setting: settings and secrets stay in the main thread.
    env: { ...threadEnv(), NODE_ENV: 'production' },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });

  let newest: { readonly key: string; readonly id: Promise<string> } | undefined;
  if (ahead !== undefined) {
    // A build that cannot be loaded is reported with the first page, or stops the start (`watchSite`).
    void loadAhead(ahead).catch(() => undefined);
  }

  async function loadAhead({ buildDir, rehearsal }: NonNullable<PageThreadsOptions['ahead']>): Promise<void> {
    const stamp = await stampOf(buildDir);
    if (stamp !== null) await load({ buildDir, stamp }, rehearsal);
  }

  function load(origin: BuildOrigin, rehearsal?: PageJob): Promise<string> {
    const key = `${origin.stamp} ${origin.buildDir}`;
    if (newest?.key === key) return newest.id;
    const id = pool.run({ origin, rehearsal }).then((found) => {
      if (typeof found === 'string') return found;
      throw new Error('The thread has loaded no build');
    });
    newest = { key, id };
    return id;
  }

  return {
    load: (origin) => load(origin),
    async render(build, job, { apiFetch, signal }) {
      const { origin } = build;
      if (origin === undefined) return inThisThread.render(build, job, { apiFetch, signal });
      const { port1: ours, port2: theirs } = new MessageChannel();
      const onGone = () => ours.postMessage({ kind: 'gone' } satisfies ReplyMessage);
      const ends = AbortSignal.any([signal, AbortSignal.timeout(RENDER_WITHIN_MS)]);
      ends.addEventListener('abort', onGone, { once: true });
      answerCalls(ours, apiFetch);
      try {
        const page = await pool.run({ origin, job, port: theirs }, { transferList: [theirs] });
        if (typeof page === 'string') throw new Error('The thread has rendered no page');
        // Between threads a buffer becomes a plain array of bytes.
        return { ...page, body: Buffer.from(page.body.buffer, page.body.byteOffset, page.body.byteLength) };
      } finally {
        ends.removeEventListener('abort', onGone);
        ours.close();
      }
    },
    close: () => pool.destroy(),
  };
}

/** The page's calls, made in this thread with the visitor's address. */
function answerCalls(port: MessagePort, apiFetch: ApiFetch): void {
  port.on('message', ({ id, path, method, headers, body }: CallMessage) => {
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    apiFetch(path, body === null ? init : { ...init, body }).then(
      async (answer) => {
        const text = answer.body === null ? null : await answer.text();
        port.postMessage({
          kind: 'answer',
          id,
          status: answer.status,
          headers: [...answer.headers],
          body: text,
        } satisfies ReplyMessage);
      },
      (error: unknown) => port.postMessage({ kind: 'failure', id, message: String(error) } satisfies ReplyMessage),
    );
  });
}

function defaultThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 2));
}
