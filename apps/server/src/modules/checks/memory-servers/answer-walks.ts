import { WalkCancelledError } from '@assay/exposure';
import type { InMemoryAssets } from '../../records/transfers/index.ts';
import { type CheckWalks, type EnginePort, walkCheck } from '../checks/index.ts';
import type { AnswerOutcome } from './memory-servers.ports.ts';
import type { WalkQuestion } from './walk-question.ts';

/** Walks for other servers at the same time; more are refused at once, as PostgreSQL answers them sooner than a queue. */
const SLOTS = 8;

export type WalkAnswer = Exclude<AnswerOutcome, 'answered'> | CheckWalks;

/** Answers a question of another server; a walk ends when the signal is aborted or the caller's time is over. */
export type AnswerWalk = (question: WalkQuestion, signal: AbortSignal) => Promise<WalkAnswer>;

export interface AnswerWalksPorts {
  readonly memory: Pick<InMemoryAssets, 'read'>;
  readonly productVersion: string;
  /** The engine by a version of the method; null where this build does not contain it. */
  readonly engineOf: (method: WalkQuestion['method']) => EnginePort | null;
  readonly count: (outcome: AnswerOutcome) => void;
  readonly slots?: number;
}

/**
 * Walks over memory alone, and only at exactly the state that is asked for: neither the database nor a balance is touched.
 */
export function answerWalks({ memory, productVersion, engineOf, count, slots = SLOTS }: AnswerWalksPorts): AnswerWalk {
  let running = 0;

  async function answer(question: WalkQuestion, signal: AbortSignal): Promise<WalkAnswer> {
    if (running >= slots) return 'busy';
    const engine = question.product === productVersion ? engineOf(question.method) : null;
    const { ledger: id, revision, lastChange, labelDigest } = question;
    const reading = engine === null ? null : memory.read({ id, revision, lastChange }, labelDigest);
    if (engine === null || reading === null) return 'another state';
    running += 1;
    try {
      const { snapshot } = reading;
      const subject = await snapshot.subject(question.address);
      if (subject === null || snapshot.network !== question.network) return 'another state';
      return await walkCheck(engine, snapshot, subject, {
        isSummary: question.isSummary,
        signal: AbortSignal.any([signal, AbortSignal.timeout(question.withinMs)]),
        onProgress: () => undefined,
      });
    } catch (error) {
      if (error instanceof WalkCancelledError) return 'cancelled';
      throw error;
    } finally {
      running -= 1;
      reading.giveBack();
    }
  }

  return async (question, signal) => {
    const given = await answer(question, signal);
    count(typeof given === 'string' ? given : 'answered');
    return given;
  };
}
