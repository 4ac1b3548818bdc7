import type { UndoneData, UndoStateData } from '@assay/contracts';

interface Question {
  readonly title: string;
  /** What the link does. */
  readonly does: string;
  readonly button: string;
}

/** What a link asks before it does anything, by what it does. */
export const QUESTIONS: Readonly<Record<UndoStateData['effect'], Question>> = {
  end_session: { title: 'End this session?', does: 'Only this session ends.', button: 'End this session' },
  end_sessions: { title: 'End all sessions?', does: 'All sessions of the account end.', button: 'End all sessions' },
  remove_factor: {
    title: 'Remove this factor?',
    does: 'All sessions of the account end. The factor is removed as long as one that you had before it stays.',
    button: 'Remove it',
  },
  void_codes: {
    title: 'Make the new codes invalid?',
    does: 'All sessions of the account end, and its new recovery codes become invalid. Its factors stay.',
    button: 'Make them invalid',
  },
  cancel_recovery: {
    title: 'Cancel the recovery?',
    does: 'The recovery ends, and the second factors of the account stay.',
    button: 'Cancel the recovery',
  },
};

/** What had happened, as the mail said. */
export const HAPPENED: Readonly<Record<UndoStateData['kind'], string>> = {
  new_device: 'A new browser or program logged in',
  factor_added: 'A second factor was added',
  factor_removed: 'A second factor was removed',
  codes_renewed: 'Recovery codes were replaced',
  code_used: 'A recovery code was used',
  recovery_begun: 'Recovery was begun',
  recovery_waits: 'Recovery is under way',
  recovery_ready: 'Recovery can be completed',
  recovery_cancelled: 'Recovery was cancelled',
  recovery_completed: 'The account was recovered',
};

/** What was done. */
export const DONE: Readonly<Record<UndoneData['done'], { readonly title: string; readonly next: string }>> = {
  session_ended: {
    title: 'The session has ended',
    next: 'Make sure that nobody else reads your mailbox, and add a second factor on the page Security.',
  },
  sessions_ended: { title: 'All sessions have ended', next: 'Log in again and look through your second factors.' },
  factor_removed: {
    title: 'The factor is removed',
    next: 'All sessions have ended. Log in by your other factor, and make new recovery codes.',
  },
  factor_kept: {
    title: 'All sessions have ended',
    next: 'The factor stays, because none that was added before it is left. If you did not add it, ask us at',
  },
  codes_voided: {
    title: 'The new codes are invalid',
    next: 'All sessions have ended. Log in by your factor and make codes of your own.',
  },
  recovery_cancelled: {
    title: 'The recovery is cancelled',
    next: 'Your second factors stay. Make sure that nobody else reads your mailbox.',
  },
  nothing_left: { title: 'Nothing is left to undo', next: 'It had ended already.' },
};
