import type { TypedText } from './typed-text.ts';

/**
 * For actions only: where a text belongs that is, or can be, a transaction; null for other texts. What can be a key is
 * in no address of a page: it has to be sent again with what it is.
 */
export function pathOfFinding({ finding, notice }: TypedText): string | null {
  switch (finding.is) {
    case 'transaction':
      return notice?.is === 'transaction' ? notice.path : null;
    case 'key or transaction':
      return '/transaction?ask';
    case 'secret':
    case 'clear':
      return null;
  }
}
