import { fileURLToPath } from 'node:url';
import type { ReportOperator } from '@assay/report';
import { Piscina } from 'piscina';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { threadEnv } from '../../../../platform/kernel/thread-env.ts';
import type { IssuedForReport, ReportRenderer } from '../../reports/reports.ports.ts';
import type { RenderJob } from './render-job.ts';

export interface WorkerRendererOptions {
  /** Threads at most; one leaves the other cores to requests and the database. */
  readonly threads?: number;
  /** Jobs that may wait; the next is refused. */
  readonly waiting?: number;
  readonly timeoutMs?: number;
  /** Memory of one thread's JavaScript, in megabytes. */
  readonly memoryMb?: number;
}

const WORKER = fileURLToPath(new URL('./render-worker.ts', import.meta.url));

/** Renders in a few worker threads that go when there is nothing to do. */
export function workerRenderer(
  options: WorkerRendererOptions = {},
): ReportRenderer & { readonly close: () => Promise<void> } {
  const { threads = 1, waiting = 100, timeoutMs = 25_000, memoryMb = 384 } = options;
  const pool = new Piscina<RenderJob, Uint8Array>({
    filename: WORKER,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    // The worker reads no setting: settings and secrets stay in the main thread.
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });

  let open = 0;

  async function run(
    kind: RenderJob['kind'],
    { body, keyId, signedAt }: IssuedForReport,
    { room, operator }: { readonly room: number | null; readonly operator: ReportOperator | null },
  ) {
    if (open >= threads + waiting) throw new AppError('Overloaded', { internal: `rendering: ${open} jobs are open` });
    open += 1;
    const job = { kind, body, keyId, signedAt: signedAt.toISOString(), signatureBytes: room, operator };
    try {
      return await pool.run(job, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (isBusy(error)) throw new AppError('Overloaded', { internal: `rendering: ${error.message}`, cause: error });
      throw error;
    } finally {
      open -= 1;
    }
  }

  return {
    renderPdf: (certificate, room, operator = null) => run('pdf', certificate, { room, operator }),
    renderPng: (certificate) => run('png', certificate, { room: null, operator: null }),
    close: () => pool.close({ force: true }),
  };
}

/** It took too long, waiting included: try again later. */
function isBusy(error: unknown): error is Error {
  return error instanceof Error && error.name === 'AbortError';
}
