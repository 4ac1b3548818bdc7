import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { everyWhile } from '../../../platform/kernel/time/timing.ts';
import type { DomainLooks } from './domain-looks.ts';

const QUEUE = 'domain-looks';
const EVERY_MS = 3_600_000;

/**
 * Looks once an hour at the mail domains of companies that were not looked at for a day, by one server however many run
 * on the database. It asks resolvers: after a restore it waits until the operator resumes what reaches others.
 */
export async function workDomainLooks(
  jobs: Jobs,
  looks: Pick<DomainLooks, 'lookAtOld'>,
  {
    signal,
    log,
  }: {
    readonly signal: AbortSignal;
    readonly log: Pick<Log, 'error'> & Pick<Log, 'warn'>;
  },
): Promise<void> {
  await jobs.work(
    QUEUE,
    async (_data, stopped) => {
      const { looked, unanswered } = await looks.lookAtOld(stopped);
      if (unanswered === 0) return;
      log.warn({ looked, unanswered }, 'no resolver answered for mail domains of companies, which keep their proof');
    },
    { outgoing: true },
  );
  everyWhile(EVERY_MS, signal, async () => {
    try {
      await jobs.send(QUEUE, 'hourly', {});
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the look at mail domains of companies could not be queued');
    }
  });
}
