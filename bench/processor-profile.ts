import { type Profiler, Session } from 'node:inspector/promises';

/** Runs `work` under the processor profiler of this process. */
export async function profiled<T>(
  work: () => Promise<T>,
  intervalMicroseconds: number,
): Promise<{ readonly result: T; readonly profile: Profiler.Profile }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: intervalMicroseconds });
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { result, profile };
}
