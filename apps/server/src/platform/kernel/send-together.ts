import { allEnded } from './time/timing.ts';

type Answers<Steps extends readonly (() => unknown)[]> = {
  -readonly [Step in keyof Steps]: Awaited<ReturnType<Steps[Step]>>;
};

/**
 * Runs statements that do not need each other's answers, in this order: in one round trip where it is a pipelined
 * connection, else one after another. Each sees what those before it have written. Where one fails, its error is thrown;
 * in a transaction, those after it do nothing.
 *
 * @example const [held, labels] = await sendTogether(tx, () => heldOf(tx, asset), () => labelsOf(tx, address));
 */
export async function sendTogether<const Steps extends readonly (() => unknown)[]>(
  connection: object,
  ...steps: Steps
): Promise<Answers<Steps>> {
  if (isPipelined(connection)) return (await allEnded(steps.map(async (step) => step()))) as Answers<Steps>;
  const answers: unknown[] = [];
  for (const step of steps) answers.push(await step());
  return answers as Answers<Steps>;
}

/** Whether a connection sends each statement without waiting for the answers to earlier ones. */
export function isPipelined(connection: object): boolean {
  return 'pipeline' in connection && connection.pipeline === true;
}
