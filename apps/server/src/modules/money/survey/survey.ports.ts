import type { QuestionTally, SurveyComment, SurveyOption, SurveyQuestion } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';

/** Stored title: null means the shipped one. */
export interface KeptSettings {
  readonly title: string | null;
  readonly checksReward: number;
}

export interface QuestionEdit {
  /** Null creates a new one. */
  readonly id: number | null;
  readonly title: string;
  readonly sortOrder: number;
  readonly isActive: boolean;
}

export interface OptionEdit {
  /** Null creates a new one. */
  readonly id: number | null;
  readonly questionId: number;
  readonly text: string;
  readonly sortOrder: number;
}

/** The survey's questions and reward. */
export interface SurveyFormStore {
  settings(db: Db): Promise<KeptSettings>;
  saveSettings(db: Db, settings: KeptSettings): Promise<void>;
  /** Questions with options, in order, without removed ones. */
  questions(db: Db, which: 'active' | 'all'): Promise<readonly SurveyQuestion[]>;
  /** Id of the question; null for a question that does not exist. */
  saveQuestion(db: Db, question: QuestionEdit): Promise<number | null>;
  /** Null for an option, or its question, that does not exist. */
  saveOption(db: Db, option: OptionEdit): Promise<SurveyOption | null>;
  /** False for a question that does not exist. */
  removeQuestion(db: Db, id: number, now: Date): Promise<boolean>;
  /** False for an option that does not exist. */
  removeOption(db: Db, id: number, now: Date): Promise<boolean>;
}

export interface ChosenOption {
  readonly questionId: number;
  readonly optionId: number;
  readonly freeText: string | null;
}

export interface NewResponse {
  readonly sub: string;
  readonly mailboxHash: string;
  readonly answers: readonly ChosenOption[];
  readonly comment: string | null;
  readonly now: Date;
}

export interface Totals {
  readonly total: number;
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface ExportRow {
  readonly id: number;
  readonly at: Date;
  readonly comment: string | null;
  readonly answers: readonly { readonly questionId: number; readonly option: string; readonly text: string | null }[];
}

/** Survey answers. */
export interface SurveyResponseStore {
  hasTaken(db: Db, sub: string, mailboxHash: string): Promise<boolean>;
  /** By question: text of the option named with it, also of removed ones; none for an option of another question. */
  optionTexts(
    db: Db,
    pairs: readonly { readonly questionId: number; readonly optionId: number }[],
  ): Promise<ReadonlyMap<number, string>>;
  /** Stores a submission and marks its mailbox; false, and nothing is stored, where either already exists. */
  insert(db: Db, response: NewResponse): Promise<boolean>;
  totals(db: Db): Promise<Totals>;
  tallies(db: Db): Promise<readonly QuestionTally[]>;
  comments(
    db: Db,
    size: number,
    page: number,
  ): Promise<{ readonly items: readonly SurveyComment[]; readonly total: number }>;
  /** Submissions after `after`, oldest first. */
  after(db: Db, after: number, most: number): Promise<readonly ExportRow[]>;
}
