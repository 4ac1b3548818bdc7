import { COMMENTS_PAGE_SIZE, isOtherOption, type QuestionTally, type SurveyResponsesData } from '@assay/contracts';
import { type AuditAlone, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { ExportRow, SurveyResponseStore } from './survey.ports.ts';

export type FlatRecord = Readonly<Record<string, string | number>>;

/** Survey answers, for administrators. */
export interface FeedbackService {
  /** Counts and shares, and a page of comments, from 1. */
  read(page: number): Promise<SurveyResponsesData>;
  /** Every submission, oldest first, in parts. All records have the same keys. */
  records(): AsyncIterable<readonly FlatRecord[]>;
}

export interface FeedbackDeps {
  readonly db: Db;
  readonly responses: Pick<SurveyResponseStore, 'totals' | 'tallies' | 'comments' | 'after'>;
  readonly auditAlone: AuditAlone;
}

const READ_AT_ONCE = 1_000;

export function buildFeedbackService({ db, responses, auditAlone }: FeedbackDeps): FeedbackService {
  return {
    async read(page) {
      const { total, from, to } = await responses.totals(db);
      const questions = await responses.tallies(db);
      const comments = await responses.comments(db, COMMENTS_PAGE_SIZE, page);
      const totalPages = Math.max(1, Math.ceil(comments.total / COMMENTS_PAGE_SIZE));
      return {
        total,
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        questions: [...questions],
        comments: { items: [...comments.items], meta: { totalPages, total: comments.total, page } },
      };
    },

    async *records() {
      await auditAlone({ ...currentAct(), workspace: null, action: 'feedback.export', target: null, text: null });
      const columns = columnsOf(await responses.tallies(db));
      for (let after = 0; ; ) {
        const rows = await responses.after(db, after, READ_AT_ONCE);
        if (rows.length > 0) yield rows.map((row) => recordOf(row, columns));
        const last = rows.at(-1);
        if (last === undefined || rows.length < READ_AT_ONCE) return;
        after = last.id;
      }
    },
  };
}

interface Column {
  readonly questionId: number;
  readonly of: 'option' | 'text';
  readonly key: string;
}

/** One column a question, and one more for the free text of its 'Other'. */
function columnsOf(questions: readonly QuestionTally[]): readonly Column[] {
  const taken = new Set(['id', 'submitted_at', 'comment']);
  const keyOf = (title: string) => {
    let key = title;
    for (let next = 2; taken.has(key); next += 1) key = `${title} (${next})`;
    taken.add(key);
    return key;
  };
  return questions.flatMap(({ id, title, options }): Column[] => [
    { questionId: id, of: 'option', key: keyOf(title) },
    ...(options.some(({ text }) => isOtherOption(text))
      ? [{ questionId: id, of: 'text' as const, key: keyOf(`${title} (Other)`) }]
      : []),
  ]);
}

function recordOf({ id, at, comment, answers }: ExportRow, columns: readonly Column[]): FlatRecord {
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  return Object.fromEntries([
    ['id', id],
    ['submitted_at', at.toISOString()],
    ...columns.map(({ questionId, of, key }) => [key, given.get(questionId)?.[of] ?? '']),
    ['comment', comment ?? ''],
  ]);
}
