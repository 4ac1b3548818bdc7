import type { Pool } from '../../db/index.ts';
import { deriveSink, givenLabelVersion, labelsOf } from '../../features/labels/index.ts';
import { type DerivePorts, refreshDerivedLabels } from '../../features/transfers/index.ts';

interface ConcludeContext {
  readonly pool: Pool;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Brings the labels concluded from records up to date. Whatever changes labels or records calls it afterwards. */
export function conclude({ pool, progress, signal }: ConcludeContext): Promise<void> {
  return refreshDerivedLabels(pool, derivePorts(pool), progress, signal);
}

interface JobQueue {
  work<T extends object>(queue: string, handle: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
  send(queue: string, key: string, data: object): Promise<void>;
}

const QUEUE = 'conclude';

/** Catches up, in the background, with changes whose conclusions nobody drew: a process was killed between the two. */
export async function workConclusions(
  jobs: JobQueue,
  { say, ...context }: Omit<ConcludeContext, 'signal'> & { readonly say: (text: string) => void },
): Promise<void> {
  await jobs.work(QUEUE, async (_data, signal) => {
    try {
      await conclude({ ...context, signal });
    } catch (error) {
      if (!signal.aborted)
        say(`Derived labels are out of date: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  });
  await jobs.send(QUEUE, 'all', {});
}

function derivePorts(pool: Pool): DerivePorts {
  return {
    given: (client) => ({
      labelsOf: (network, addresses) => labelsOf(client, network, addresses),
      version: () => givenLabelVersion(client),
    }),
    sink: deriveSink(pool),
  };
}
