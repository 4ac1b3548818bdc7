import type { NoticeKind } from './notice.ts';

/** What a mail says besides from where and when. */
export interface NoticeWords {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Of the link that undoes, or of the link to the page Security. */
  readonly button: string;
}

export interface NoticeFacts {
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly email: string;
  /** Such as the name of a factor; the end of the waiting period of a recovery. */
  readonly detail: string;
}

const IF_YOU = 'If it was you, there is nothing to do.';
const MAILBOX = 'Then make sure that nobody else reads your mailbox.';

/** The words of each mail: what happened, and what to do if it was somebody else. */
export function noticeWords(kind: NoticeKind, facts: NoticeFacts): NoticeWords {
  const { productName, publicUrl, supportEmail, email, detail } = facts;
  switch (kind) {
    case 'new_device':
      return {
        heading: 'New login to your account',
        paragraphs: [
          `${email} logged in to ${productName} in a browser or program that had not logged in before. ${IF_YOU}`,
          `If it was not you, press the button: it ends this session. ${MAILBOX}`,
        ],
        button: 'End this session',
      };
    case 'factor_added':
      return {
        heading: 'A second factor was added',
        paragraphs: [
          `${detail} can now be used as the second factor of ${email}. ${IF_YOU}`,
          'If it was not you, press the button: it ends all sessions, and removes this factor as long as one that you had before it is left. Then log in and look through your factors.',
        ],
        button: 'It was not me',
      };
    case 'factor_removed':
      return {
        heading: 'A second factor was removed',
        paragraphs: [
          `${detail} is no longer a second factor of ${email}. ${IF_YOU}`,
          'If it was not you, press the button: it ends all sessions. The factor does not come back by itself: log in, look through your factors and add it again.',
        ],
        button: 'End all sessions',
      };
    case 'codes_renewed':
      return {
        heading: 'Your recovery codes were replaced',
        paragraphs: [
          `${email} has new recovery codes, and the former ones are invalid. ${IF_YOU}`,
          'If it was not you, press the button: it makes the new codes invalid and ends all sessions. Your factors stay; make codes of your own once you have logged in.',
        ],
        button: 'It was not me',
      };
    case 'code_used':
      return {
        heading: 'A recovery code was used',
        paragraphs: [
          `A recovery code of ${email} was given in place of a second factor. ${IF_YOU}`,
          'If it was not you, press the button: it ends all sessions. Then log in by your factor and make new codes.',
        ],
        button: 'End all sessions',
      };
    case 'recovery_begun':
      return {
        heading: 'Recovery of your account was begun',
        paragraphs: [
          `Somebody who reads this mailbox asked to remove all second factors of ${email}. Nothing is removed before ${detail}.`,
          'If it was not you, press the button, or log in by your second factor: both cancel it. Then make sure that nobody else reads your mailbox.',
        ],
        button: 'Cancel the recovery',
      };
    case 'recovery_waits':
      return {
        heading: 'Recovery of your account is under way',
        paragraphs: [
          `All second factors of ${email} can be removed by who reads this mailbox, from ${detail} on.`,
          'If you did not ask for that, press the button, or log in by your second factor: both cancel it.',
        ],
        button: 'Cancel the recovery',
      };
    case 'recovery_ready':
      return {
        heading: 'Your account can be recovered now',
        paragraphs: [
          `The waiting period is over. To remove all second factors of ${email}, ask for a new link to log in at ${publicUrl}/login, open it, and complete the recovery before ${detail}.`,
          'If you did not ask for that, press the button, or log in by your second factor: both cancel it.',
        ],
        button: 'Cancel the recovery',
      };
    case 'recovery_cancelled':
      return {
        heading: 'Recovery of your account was cancelled',
        paragraphs: [`${detail} Your second factors stay. Another recovery can be begun in 7 days at the earliest.`],
        button: 'Open Security',
      };
    case 'recovery_completed':
      return {
        heading: 'Your account was recovered',
        paragraphs: [
          `All second factors and recovery codes of ${email} were removed, and all its other sessions ended. Add a new second factor on the page Security.`,
          `If it was not you, press the button: it ends all sessions. Then write to ${supportEmail}.`,
        ],
        button: 'End all sessions',
      };
  }
}
